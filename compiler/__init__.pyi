from qosc.api import Config as Config
from qosc.api import check as check
from qosc.api import compile as compile  # noqa: A004  (the public name)
from qosc.api import devices as devices
from qosc.api import load as load
from qosc.api import loads as loads
from qosc.networks import compile_network as compile_network
from qosc.reports import diff as diff
from qosc.reports import load_links as load_links
from qosc.reports import load_traffic as load_traffic
from qosc.reports import show as show
from qosc.reports import simulate as simulate
from qosc.reports import trace_packet as trace_packet
from qosc.reports import verify_target as verify_target

__version__: str
