"""Which packets: predicates as filters and chains of them."""
