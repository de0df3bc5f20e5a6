"""Statements with a secret each, which is PLANTED; and lines that hold none, whatever their names.

The lines are those of the vendors' references that `qosc.redaction.words` names.
"""

CISCO_LINES = """\
crypto key export rsa K pem terminal 3des PLANTED
crypto key export rsa K pem url nvram: 3des PLANTED
crypto key import rsa K pem terminal PLANTED
crypto pki export T pem terminal 3des PLANTED
crypto pki export T pkcs12 nvram:t.p12 password PLANTED
crypto pki export T pkcs12 url password PLANTED
crypto pki import T pem terminal PLANTED
crypto pki import T pem usage-keys terminal PLANTED
 user bob nthash 7 PLANTED
  key-octet-string 7 PLANTED cryptographic-algorithm AES_256_CMAC
    text-authentication PLANTED
    text-authentication encrypted PLANTED
 ip rsvp authentication key PLANTED
ip msdp password 1.1.1.1 3 PLANTED
ip msdp password 1.1.1.1 PLANTED
gnxi secure-password PLANTED
snmp-server community 0 PLANTED ro
snmp-server community 7 PLANTED RW 10
http-proxy username u password PLANTED
cns password PLANTED
 connection request password PLANTED
 connection request password 0 PLANTED
security static-wep-key encryption 104 ascii 0 PLANTED 1
security static-wep-key encryption 40 hex 0 PLANTED
 gateway security password PLANTED
 gateway 1 security password 0 PLANTED level all
 security password PLANTED level all
zone local x y password PLANTED
snmp-server community "PLANTED" view V RO
snmp-server user u g remote 10.1.1.1 v3 encrypted auth md5 PLANTED priv des56 PLANTED access 10
snmp-server user u g v3 auth sha-512 PLANTED priv aes 256 PLANTED
snmp-server user u g v3 localized f5717f00 auth md5 PLANTED priv aes PLANTED
snmp-server user u g v3 auth md5 encrypted PLANTED priv aes 128 encrypted PLANTED SystemOwner
snmp-server host inside 10.0.0.5 community PLANTED version 2c
snmp-server host inside 10.0.0.5 poll community 0 PLANTED
snmp-server host 10.0.0.5 vrf MGMT version 2c PLANTED udp-port 162
snmp-server host 10.0.0.5 informs version 2c PLANTED bgp
snmp-server host 10.0.0.1 traps version 2c encrypted PLANTED
snmp-server community-map PLANTED context c
snmp-server mib community-map PLANTED context c
snmp mib community-map  PLANTED engineid 8000
snmp-server community encrypted PLANTED
snmp-server community clear PLANTED RO SystemOwner
 pac key 7 PLANTED
tacacs-server host 10.0.0.2 single-connection key 7 PLANTED
tacacs-server host 10.0.0.2 timeout 5 key PLANTED
radius-server host 10.0.0.1 auth-port 1812 acct-port 1813 key PLANTED
radius-server host 10.0.0.1 auth-port 1812 acct-port 1813 timeout 5 retransmit 2 key 7 PLANTED
radius-server host 10.1.1.1 pac key 0 PLANTED
username x view v secret 5 PLANTED
username x algorithm-type sha256 secret PLANTED
username x common-criteria-policy P password 0 PLANTED
username x one-time password 0 PLANTED
username x privilege 15 role y secret sha512 PLANTED
username "u v" password PLANTED
username u secret 0 PLANTED with blanks
user-name lobby password 7 PLANTED
ip http client password 7 PLANTED
ip http client proxy-server password PLANTED
crypto isakmp key PLANTED hostname h
crypto isakmp key 0 PLANTED address ipv6 2001:db8::1/64
crypto isakmp key PLANTED address 10.0.0.1 no-xauth
 key PLANTED
 pre-shared-key hex 0xPLANTED
 pre-shared-key local hex PLANTED
  pre-shared-key hostname h key 6 PLANTED
  pre-shared-key 0 PLANTED
 set session-key inbound esp 256 cipher PLANTED authenticator PLANTED
 set session-key outbound ah 256 PLANTED
 area 1 virtual-link 1.1.1.1 authentication-key 7 PLANTED
 area 1 virtual-link 1.1.1.1 message-digest-key 1 md5 PLANTED
 area 1 sham-link 1.1.1.1 2.2.2.2 message-digest-key 1 md5 7 PLANTED
 ospfv3 authentication ipsec spi 256 md5 PLANTED
 ipv6 ospf authentication ipsec spi 500 md5 0 PLANTED
 ospfv3 encryption ipsec spi 1001 esp null sha1 7 PLANTED
 ipv6 ospf encryption ipsec spi 256 esp aes-cbc 128 7 PLANTED md5 7 PLANTED
 area 0 authentication ipsec spi 300 sha1 PLANTED
 authentication mode hmac-sha-256 7 PLANTED
 authentication mode hmac-sha-256 PLANTED
 ip nhrp authentication PLANTED
 ipv6 nhrp authentication PLANTED
 lsp-password hmac-md5 encrypted PLANTED
 hello-password hmac-md5 clear PLANTED level 1
 hello-password accept encrypted PLANTED
 lsp-password text encrypted PLANTED
 domain-password PLANTED authenticate snp validate
 isis authentication key 7 PLANTED
 authentication key 7 PLANTED
 authentication key 0 PLANTED level-1
mpls ldp password fallback 7 PLANTED
mpls ldp password option 1 for ACL 7 PLANTED
mpls ldp password option 1 for ACL PLANTED
mpls ldp neighbor vrf V 1.1.1.1 password 7 PLANTED
ip msdp password peer 10.0.0.1 7 PLANTED
ip msdp password peer 10.0.0.1 PLANTED
 standby 1 authentication text PLANTED
 standby authentication PLANTED
 glbp 1 authentication text PLANTED
 glbp 1 authentication md5 key-string 7 PLANTED
 authentication text PLANTED
 authentication md5 key-string PLANTED timeout 10
 vrrp 1 peer authentication ietf-md5 key-string 7 PLANTED
 vrrp 1 peer authentication text PLANTED
ntp authentication-key 1 hmac-sha2-256 0 PLANTED
ntp authentication-key 1 md5 7 PLANTED
 authentication-key 1 md5 encrypted PLANTED
 ppp eap password 7 PLANTED
 ppp ms-chap-v2 password 7 PLANTED
 ppp chap password encrypted PLANTED
 digest secret 7 PLANTED hash md5
 encryption key 1 size 128bit 7 PLANTED transmit-key
 encryption vlan 1 key 1 size 40bit 0 PLANTED
cts credentials id N password PLANTED
cts credentials id N password 6 PLANTED
cts sxp default password 7 PLANTED
  sap pmk PLANTED mode-list gcm-encrypt
 key 0abc12 7 PLANTED
 key 0abc12 0 PLANTED fallback
 authentication username x password 7 PLANTED realm r
 credentials username x password 7 PLANTED realm r
 credentials number 100 username x password 0 PLANTED realm r
 web admin system name x password PLANTED
 web admin customer name x secret 5 PLANTED
 xml user u password PLANTED 15
 bind authenticate root-dn cn=a,dc=b password 7 PLANTED
 key wrap encryption-key 0 PLANTED message-auth-code-key 0 PLANTED
 ipv4 etr map-server 1.1.1.1 key 7 PLANTED
 etr map-server 1.1.1.1 key PLANTED proxy-reply
 authentication-key 7 PLANTED
 ip wccp web-cache password 7 PLANTED
ipv6 wccp 61 password 7 PLANTED
vtp password PLANTED
vtp password PLANTED hidden
 group G key PLANTED
failover key PLANTED
failover key hex PLANTED
failover ipsec pre-shared-key PLANTED
 authentication key eigrp 100 PLANTED key-id 1
 rip authentication key PLANTED key_id 1
 ospf authentication-key PLANTED
 ospf message-digest-key 1 md5 PLANTED
 fcsp dhchap password 7 PLANTED
 key-string password PLANTED
  key-string 6 PLANTED
ftp client password encrypted PLANTED
 exec /usr/bin/TerminAttr -ingestgrpcurl=10.0.0.1:9910 -cvauth=key,PLANTED -smashexcludes=ale
   exec /usr/bin/TerminAttr -ingestauth=key,PLANTED -taillogs
 shared-key 7 PLANTED
  security wpa psk set-key ascii 0 PLANTED
  wpa-psk ascii PLANTED
license smart register idtoken PLANTED force
enable secret level 5 5 PLANTED
enable secret sha512 PLANTED
enable password PLANTED with blanks
enable password 8 PLANTED
crypto pki trustpoint x password PLANTED
 enrollment url http://u:PLANTED@h/x
 password 7 PLANTED
 password encryption-type 6 PLANTED
peer default password PLANTED
 server 10.0.0.1 key PLANTED
 server-private 10.0.0.1 auth-port 1812 key 7 PLANTED
 address ipv4 10.0.0.1 key PLANTED
dialer password 7 PLANTED
 neighbor PG password 7 PLANTED
ip scp username x password PLANTED
event manager environment _email_password PLANTED
 ip rip authentication key PLANTED
 aaa-server A host 1.1.1.1
 sip-ua registrar dns:x secret PLANTED
ip ssh server key PLANTED
 ikev1 pre-shared-key PLANTED
 ikev2 remote-authentication pre-shared-key PLANTED
 ikev2 local-authentication pre-shared-key 0 PLANTED
 pin PLANTED
nxapi client certificate password PLANTED
crypto key import rsa pem password PLANTED
 crypto ca import T pkcs12 url passphrase PLANTED
kerberos srvtab entry host/x@r 0 891725446 4 1 8 PLANTED
R1(config)#enable secret 5 PLANTED
R1(config-line)# password 7 PLANTED
! enable secret 5 PLANTED
snmp-s comm PLANTED RO
user op pass PLANTED
ena sec PLANTED
 fair-queue password 7 PLANTED
 service-policy output P username x secret 9 PLANTED
 service-policy output P snmp-server community PLANTED RO
 neighbor 10.0.0.1 password PLANTED;PLANTED{PLANTED
"""

JUNOS_LINES = """\
set protocols isis interface ge-0/0/0.0 level 1 hello-authentication-key PLANTED
            hello-authentication-key "PLANTED";
set security macsec connectivity-association c pre-shared-key cak PLANTED
                cak "PLANTED";
                pre-shared-key { ckn abcd; cak PLANTED; }
set snmp v3 snmp-community idx community-name PLANTED
            community-name "PLANTED";
set snmp trap-group PLANTED targets 10.0.0.1
set groups g snmp community PLANTED authorization read-only
set logical-systems l snmp community PLANTED authorization read-only
snmp { community PLANTED { authorization read-only; } }
set system archival configuration archive-sites "ftp://u@h/p" password "PLANTED"
                "ftp://u@h:/p" password "PLANTED"; ## SECRET-DATA
                "scp://u@h:/p" password PLANTED;
set event-options destinations d archive-sites scp://u@h password PLANTED
set access profile P client u firewall-user password PLANTED
                firewall-user { password "PLANTED"; }
set access profile p client c chap-secret PLANTED
set access radius-server 1.1.1.1 secret PLANTED
set system tacplus-server 1.1.1.1 secret PLANTED
        1.1.1.1 { port 49; secret PLANTED; }
        1.1.1.1 port 49 secret PLANTED;
set security authentication-key-chains key-chain K key 1 secret PLANTED
            key 1 { secret PLANTED; start-time "2020"; }
set security ipsec vpn v manual encryption key ascii-text PLANTED
set security ipsec vpn v manual authentication key hexadecimal PLANTED
set security ipsec security-association s manual direction x authentication key ascii-text PLANTED
set protocols rsvp interface x authentication-key PLANTED
set protocols ldp session 1.1.1.1 authentication-key PLANTED
set protocols bgp group g neighbor 1.1.1.1 authentication-key PLANTED
set protocols isis level 1 authentication-key PLANTED
set protocols ospf area 0 interface x authentication simple-password PLANTED
set protocols rip authentication-key PLANTED
set interfaces x unit 0 family inet address 1.1.1.1/24 vrrp-group 1 authentication-key PLANTED
set interfaces pp0 unit 0 ppp-options pap local-password PLANTED
set interfaces pp0 unit 0 ppp-options pap default-password PLANTED
set interfaces pp0 unit 0 ppp-options chap default-chap-secret PLANTED
set system login user u authentication plain-text-password-value PLANTED
set system login user u authentication encrypted-password PLANTED
set system root-authentication encrypted-password PLANTED
set system services dhcp-local-server authentication password PLANTED
set security ike gateway g xauth client password PLANTED
set access ldap-server 1.1.1.1 bind-password PLANTED
set access ldap-options search admin-search password PLANTED
set services unified-access-control infranet-controller i password PLANTED
set system ntp authentication-key 1 type md5 value PLANTED
set snmp v3 usm local-engine user u authentication-md5 authentication-key PLANTED
set snmp v3 usm local-engine user u privacy-des privacy-key PLANTED
set system phone-home server x; set system license keys key "PLANTED"
set services l2tp tunnel-group t l2tp-access-profile p tunnel-password PLANTED
set access profile p client c l2tp shared-secret PLANTED
set access tunnel-profile p tunnel t secret PLANTED
set security pki auto-re-enrollment certificate-id c challenge-password PLANTED
set security tcp-authentication-keychain k key 1 secret PLANTED
set system autoinstallation x; set apply-macro m password PLANTED
set wlan access-point a radio 1 virtual-access-point 0 security wpa-personal key PLANTED
set system services outbound-ssh client c secret PLANTED
        client c { device-id x; secret "PLANTED"; }
set protocols mpls label-switched-path x ; set protocols pcep pce p authentication-key PLANTED
op@r1# set system root-authentication encrypted-password PLANTED
"""

KEPT_LINES = """\
crypto key generate rsa modulus 2048
crypto key import rsa K pem terminal
crypto pki import T pem usage-keys terminal
crypto pki export T pkcs12 nvram:t.p12
crypto pki trustpoint T
zone security Z
security passwords min-length 10
ip access-group secret in
ip access-list extended key
ip prefix-list secret seq 5 permit 10.0.0.0/8
set groups G class-of-service schedulers secret transmit-rate 10m
 ip policy route-map password
ip access-group password out
class key
 match access-group name secret
 service-policy output password
  police rate 10
set interfaces ge-0/0/0 unit 0 family inet filter input secret
set interfaces ge-0/0/0 unit 0 family inet filter input password precedence 3
set interfaces secret unit 0 family inet filter input F
 set dscp ef
access-list 101 permit udp any any eq snmp
access-list 101 permit udp any any eq snmptrap
ip nbar custom key tcp 55
 forwarding-class secret scheduler gold;
 match protocol snmp
set qos-group 5
 authentication mode md5
 authentication pre-share
 ip authentication key-chain eigrp 1 K
key chain secret
policy-map password
 class secret
  police cir 8000
 match access-group name key
class-map match-any community
mpls traffic-eng tunnels
"""
