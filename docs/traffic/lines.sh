# Six seconds of background, then a voice stream beside a file transfer.
iperf -c 192.0.2.7 -u -b 500k -l 972 -t 20 -i 1 &
sleep 6
nuttcp -u -c46 -l160 -R50p -T10 -p6000 192.0.2.7 &
netperf -H 192.0.2.7 -l 12 -t TCP_STREAM -- -s 64K,64K -S 64K,64K -P 0,7000 &
ping -i 0.5 -c 20 -Q 0xb8 192.0.2.7 &
iperf3 -c 192.0.2.7 -n 10M -C bbr --frobnicate
