"""Which mode a line belongs to."""

from __future__ import annotations

import pytest

from qosc.frontends.cisco.table.mode import Mode
from tests.frontends.cisco.ios_tree import dedent, outline, reading, unknown

POLICY = dedent(
    """
    class-map match-any VOICE
     match ip dscp ef
    policy-map WAN
     class VOICE
      priority 800
     class class-default
      bandwidth 100
    interface Serial0/0
     bandwidth 2000
     ip address 10.0.0.1 255.255.255.0
     service-policy output WAN
    access-list 150 permit ip any host 10.0.0.2
    """
)

POLICY_OUTLINE = dedent(
    """
    class-map: class-map match-any VOICE
      match: match ip dscp ef
    policy-map: policy-map WAN
      class: class VOICE
        priority: priority 800
      class: class class-default
        bandwidth: bandwidth 100
    interface: interface Serial0/0
      bandwidth: bandwidth 2000
      service-policy: service-policy output WAN
    access-list: access-list 150 permit ip any host 10.0.0.2
    """
)


def flush_left(text: str) -> str:
    return "".join(f"{line.lstrip()}\n" for line in text.splitlines())


def test_indented_text_gives_the_tree_of_the_indentation() -> None:
    assert outline(POLICY) == POLICY_OUTLINE


def test_flush_left_text_gives_the_same_tree() -> None:
    assert outline(flush_left(POLICY)) == POLICY_OUTLINE


def test_a_line_to_the_left_of_its_section_still_belongs_to_it() -> None:
    text = dedent(
        """
        policy-map WAN
          class VOICE
            bandwidth 800
          class class-default
        ```

        ```

        bandwidth 100
        """
    )
    assert outline(text).endswith("  class: class class-default\n    bandwidth: bandwidth 100\n")


PVC = dedent(
    """
    interface ATM1/0.8 point-to-point
    bandwidth 2000
    ip address 192.168.60.6 255.255.255.252
    pvc 8/8
    service-policy output wfq
    vbr-nrt 2000 2000 1
    encapsulation aal5mux ip
    tx-ring-limit 5
    access-list 165 deny ip any any
    """
)


def test_a_flush_left_circuit_takes_what_only_it_can_hold() -> None:
    assert outline(PVC) == dedent(
        """
        interface: interface ATM1/0.8 point-to-point
          bandwidth: bandwidth 2000
          pvc: pvc 8/8
            service-policy: service-policy output wfq
            vbr-nrt: vbr-nrt 2000 2000 1
            encapsulation: encapsulation aal5mux ip
            tx-ring-limit: tx-ring-limit 5
        access-list: access-list 165 deny ip any any
        """
    )


def test_a_word_of_the_interface_leaves_the_circuit() -> None:
    text = PVC.replace("tx-ring-limit 5\n", "ip access-group 3 in\nservice-policy input mark\n")
    assert "\n  service-policy: service-policy input mark\n" in outline(text)


def test_indentation_decides_where_a_keyword_fits_twice() -> None:
    text = dedent(
        """
        interface ATM0
         pvc 1/1
          service-policy output INNER
         service-policy output OUTER
        """
    )
    assert outline(text) == dedent(
        """
        interface: interface ATM0
          pvc: pvc 1/1
            service-policy: service-policy output INNER
          service-policy: service-policy output OUTER
        """
    )


def test_bandwidth_means_the_mode_it_stands_in() -> None:
    text = "interface Serial0\nbandwidth 64\npolicy-map P\nclass A\nbandwidth 64\n"
    modes = [line.mode for line in reading(text).walk() if line.keyword == "bandwidth"]
    assert modes == [Mode.INTERFACE, Mode.POLICY_CLASS]


def test_police_in_its_own_mode_has_its_actions_as_children() -> None:
    text = dedent(
        """
        policy-map P
        class A
        police cir 8000
        conform-action transmit
        exceed-action drop
        violate-action drop
        set ip precedence 1
        """
    )
    assert outline(text) == dedent(
        """
        policy-map: policy-map P
          class: class A
            police: police cir 8000
              conform-action: conform-action transmit
              exceed-action: exceed-action drop
              violate-action: violate-action drop
            set: set ip precedence 1
        """
    )


def test_match_and_set_of_a_route_map_are_not_those_of_a_class() -> None:
    text = dedent(
        """
        class-map C
         match ip dscp ef
        route-map R permit 10
         match ip address prefix-list P
         match as-path 10
         set ip next-hop 10.0.0.1
        """
    )
    assert outline(text) == "class-map: class-map C\n  match: match ip dscp ef\n"


def test_a_route_map_that_marks_is_handed_on() -> None:
    text = dedent(
        """
        route-map R permit 10
         match ip address 101
         set ip precedence 5
        """
    )
    assert outline(text) == (
        "route-map: route-map R permit 10\n"
        "  match ip: match ip address 101\n"
        "  set ip: set ip precedence 5\n"
    )
    assert reading(text).skipped == 0


NAMED = dedent(
    """
    ip access-list extended VOICE
     10 permit udp any any range 16384 32767
     remark permit nothing ! else
     no permit tcp any any
     deny ip any any
    ip access-list standard HOSTS
     permit 10.0.0.1
    ip access-list resequence VOICE 10 10
    """
)


def test_named_access_lists() -> None:
    found = reading(NAMED)
    assert outline(NAMED) == outline(flush_left(NAMED))
    extended, standard, resequence = found.roots
    assert [line.keyword for line in extended.children] == ["permit", "remark", "permit", "deny"]
    assert [line.negated for line in extended.children] == [False, False, True, False]
    assert extended.children[0].text.startswith("10 permit")
    assert extended.children[0].mode is Mode.ACL_EXTENDED
    assert standard.children[0].mode is Mode.ACL_STANDARD
    assert resequence.keyword == "ip access-list"
    assert resequence.children == []


@pytest.mark.parametrize(
    "word",
    [
        "router ospf 1",
        "line vty 0 4",
        "crypto map M 10 ipsec-isakmp",
        "ip dhcp pool X",
        "dial-peer voice 1 voip",
    ],
)
def test_a_section_of_no_interest_ends_a_section_of_interest(word: str) -> None:
    for indent in ("", " "):
        text = f"policy-map P\n{indent}class A\n{word}\n{indent}bandwidth 100\n{indent}priority 1\n"
        assert outline(text) == "policy-map: policy-map P\n  class: class A\n"


def test_a_section_that_nobody_knows_keeps_its_lines_to_itself() -> None:
    text = dedent(
        """
        ip access-list extended EMPTY
        call-home
         contact-email-addr a@example.com
         profile X
        interface Serial0
         bandwidth 64
        """
    )
    assert unknown(text) == []
    assert outline(text).endswith("interface: interface Serial0\n  bandwidth: bandwidth 64\n")


def test_exit_and_end_leave_modes() -> None:
    text = dedent(
        """
        policy-map P
        class A
        bandwidth 10
        exit
        description shaped
        exit
        bandwidth 20
        end
        """
    )
    assert outline(text) == dedent(
        """
        policy-map: policy-map P
          class: class A
            bandwidth: bandwidth 10
          description: description shaped
        bandwidth: bandwidth 20
        """
    )


def test_exit_below_the_opening_line_closes_that_mode_only() -> None:
    text = "policy-map P\n class A\n  bandwidth 10\n exit\n class B\n  bandwidth 20\n"
    assert outline(text).count("  class:") == 2


def test_the_bang_between_sections_changes_nothing() -> None:
    assert outline(POLICY.replace("interface", "!\ninterface")) == POLICY_OUTLINE


def test_class_maps_and_policies_of_other_types_are_left_alone() -> None:
    text = dedent(
        """
        class-map type inspect match-any WEB
         match protocol http
        policy-map type inspect IN
         class type inspect WEB
          inspect
         class class-default
          drop log
        policy-map Q
         class class-default
          bandwidth 10
        """
    )
    assert outline(text).startswith("policy-map: policy-map Q\n")


def test_an_excerpt_without_its_opening_line_gives_orphans() -> None:
    found = reading(
        "rate-limit input 256000 8000 8000 conform-action transmit exceed-action drop\n"
    )
    assert [(line.mode, line.keyword) for line in found.roots] == [(Mode.INTERFACE, "rate-limit")]


def test_other_sections_that_carry_qos() -> None:
    text = dedent(
        """
        interface GigabitEthernet0/1
         service instance 1 ethernet
          encapsulation default
          service-policy input LIMIT
        interface Serial0
         frame-relay interface-dlci 100
          class SLOW
        map-class frame-relay SLOW
         frame-relay cir 64000
        control-plane
         service-policy input COPP
        vc-class atm GOLD
         vbr-nrt 1000 500 10
        template PORTS
         service-policy input P
        template EMPTY
         switchport mode access
        """
    )
    assert outline(text) == dedent(
        """
        interface: interface GigabitEthernet0/1
          service instance: service instance 1 ethernet
            encapsulation: encapsulation default
            service-policy: service-policy input LIMIT
        interface: interface Serial0
          frame-relay interface-dlci: frame-relay interface-dlci 100
            class: class SLOW
        map-class: map-class frame-relay SLOW
          frame-relay: frame-relay cir 64000
        control-plane: control-plane
          service-policy: service-policy input COPP
        vc-class: vc-class atm GOLD
          vbr-nrt: vbr-nrt 1000 500 10
        template: template PORTS
          service-policy: service-policy input P
        """
    )


def test_interface_words_at_the_left_edge_do_not_end_the_interface() -> None:
    text = dedent(
        """
        interface Serial5/0/0
         encapsulation ppp
        no ip route-cache optimum
        bandwidth 256
         fair-queue 150 4096 0
        ip route 0.0.0.0 0.0.0.0 Serial0
         fair-queue 64
        """
    )
    assert outline(text) == dedent(
        """
        interface: interface Serial5/0/0
          encapsulation: encapsulation ppp
          bandwidth: bandwidth 256
          fair-queue: fair-queue 150 4096 0
        """
    )


@pytest.mark.parametrize(
    ("head", "entry"),
    [
        ("ip access-list extended A", "permit tcp any any eq 80"),
        ("ipv6 access-list A", "permit tcp any any eq 80"),
        ("ipv6 access-list A", "sequence 10 permit tcp any any eq 80"),
    ],
)
def test_a_list_flush_left_behind_an_interface_is_a_list(head: str, entry: str) -> None:
    # `ipv6` begins lines of an interface too; the second word tells.
    interface = "interface Serial0/0\nipv6 address 2001:db8::1/64\nservice-policy output WAN\n"
    assert f"{head}\n  " in outline(f"{interface}{head}\n{entry}\n")
