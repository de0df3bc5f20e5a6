"""Configs whose every secret is a word of its own: PLANTED1, PLANTED2 and so on."""

IOS = """\
version 15.7
hostname R1
enable secret 5 $1$PLANTED1$hash
enable secret 9 PLANTED2
enable algorithm-type scrypt secret PLANTED3
enable password level 7 7 PLANTED4
username op privilege 15 secret 5 PLANTED5
username op2 password 0 PLANTED6
aaa group server radius G
 server-private 10.0.0.1 key 7 PLANTED7
tacacs-server host 10.0.0.2 key PLANTED8
radius-server key 7 PLANTED9
tacacs server T
 address ipv4 10.0.0.3
 key 7 PLANTED10
aaa server radius dynamic-author
 client 10.0.0.4 server-key PLANTED11
snmp-server community PLANTED12 RO 10
snmp-server host 10.0.0.5 version 2c PLANTED13
snmp-server host 10.0.0.5 PLANTED14
snmp-server host 10.0.0.5 traps version 3 priv PLANTED15
snmp-server user u g v3 auth sha PLANTED16 priv aes 128 PLANTED17
key chain K
 key 1
  key-string 7 PLANTED18
crypto isakmp key 6 PLANTED19 address 10.0.0.6
crypto ikev2 keyring R
 peer a
  pre-shared-key local PLANTED20
  pre-shared-key remote 6 PLANTED21
crypto keyring X
  pre-shared-key address 10.0.0.7 255.255.255.0 key PLANTED22
interface Serial0/0
 description to the branch
 ppp chap password 7 PLANTED23
 ppp pap sent-username r1 password 0 PLANTED24
 ip ospf message-digest-key 1 md5 7 PLANTED25
 ip ospf authentication-key PLANTED26
 standby 1 authentication md5 key-string 7 PLANTED27
 standby 2 authentication PLANTED28
 vrrp 3 authentication text PLANTED29
 isis password PLANTED30 level-2
 service-policy output WAN
 service-policy type control PLANTEDNOT
router bgp 65000
 neighbor 10.0.0.8 password 7 PLANTED31
router isis
 area-password PLANTED32
ntp authentication-key 1 md5 PLANTED33 7
dot11 ssid w
 wpa-psk ascii 0 PLANTED34
ip ftp password 7 PLANTED35
archive
 path ftp://op:PLANTED36@10.0.0.9/r1
line vty 0 4
 password 7 PLANTED37
line con 0
 password two PLANTED43 words
key config-key password-encrypt PLANTED38
 l2tp tunnel password 7 PLANTED39
crypto pki x
-----BEGIN RSA PRIVATE KEY-----
PLANTED40PLANTED40
-----END RSA PRIVATE KEY-----
policy-map WAN
 class class-default
  fair-queue
end
"""

OTHER_CISCO = """\
hostname N1
username admin password 5 $5$PLANTED1 role network-admin
username op secret sha512 $6$PLANTED2
snmp-server user admin network-admin auth md5 PLANTED3 priv PLANTED4 localizedkey
username x
 group root-lr
 secret 10 $6$PLANTED5
 password 7 PLANTED6
router bgp 1
 neighbor 10.0.0.1
  password encrypted PLANTED7
tacacs-server key 7 "PLANTED8"
router ospf 1
 area 0
  message-digest-key 1 md5 encrypted PLANTED9
mpls ldp neighbor 10.0.0.1 password encrypted PLANTED10
passwd PLANTED11 encrypted
tunnel-group t ipsec-attributes
 ikev1 pre-shared-key PLANTED12
aaa-server A (inside) host 10.0.0.2
 key PLANTED13
 ldap-login-password PLANTED14
"""

JUNOS = """\
system {
    host-name r1;
    root-authentication {
        encrypted-password "$6$PLANTED1$x"; ## SECRET-DATA
    }
    radius-server {
        10.0.0.1 secret "$9$PLANTED2"; ## SECRET-DATA
        10.0.0.2 {
            secret PLANTED3;
        }
    }
    ntp {
        authentication-key 1 type md5 value "PLANTED4"; ## SECRET-DATA
    }
}
snmp {
    community PLANTED5 {
        authorization read-only;
    }
    community "PLANTED6 b";
    v3 {
        usm {
            local-engine {
                user u {
                    authentication-sha {
                        authentication-password "PLANTED7";
                    }
                    privacy-aes128 {
                        privacy-password PLANTED8;
                    }
                }
            }
        }
    }
}
interfaces {
    so-0/0/0 {
        ppp-options {
            chap {
                default-chap-secret "PLANTED9";
            }
            pap {
                local-password "$9$PLANTED10";
            }
        }
    }
}
protocols {
    bgp {
        group g {
            authentication-key "PLANTED11";
        }
    }
    ospf {
        area 0.0.0.0 {
            interface so-0/0/0.0 {
                authentication {
                    md5 1 key "PLANTED12";
                }
            }
        }
    }
}
security {
    ike {
        policy p {
            pre-shared-key ascii-text "PLANTED13"; ## SECRET-DATA
        }
    }
}
class-of-service {
    schedulers {
        secret {
            priority low;
        }
    }
}
"""

JUNOS_SET = """\
set system host-name r1
set system root-authentication encrypted-password "$6$PLANTED1"
set system radius-server 10.0.0.1 secret PLANTED2
set snmp community PLANTED3 authorization read-only
set protocols bgp group g authentication-key "PLANTED4"
set security ike policy p pre-shared-key ascii-text "$9$PLANTED5"
set protocols ospf area 0.0.0.0 interface x authentication md5 1 key PLANTED6
set class-of-service schedulers secret priority low
set class-of-service schedulers password transmit-rate 10m
"""
