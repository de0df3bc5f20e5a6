iperf3 -c 192.0.2.7 -u -b 1M -l 172 -t 10 -p 5001 -S 0xb8 &
iperf3 -c 192.0.2.7 -u -b 30M -l 1372 -t 10 -p 5002 &
iperf3 -c 192.0.2.7 -u -b 15M -l 1372 -t 10 -p 5003 -S 0x68 &
