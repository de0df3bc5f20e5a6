// TCP connections through sockets of ns-3: what goes over them, and bulk transfers.
#pragma once

#include <ns3/inet-socket-address.h>
#include <ns3/ipv4-header.h>
#include <ns3/socket.h>
#include <ns3/tcp-cubic.h>
#include <ns3/tcp-htcp.h>
#include <ns3/tcp-header.h>
#include <ns3/tcp-socket-base.h>
#include <ns3/tcp-socket-factory.h>

#include <set>

#include "ns3-sources.h"

namespace qosc {

// What goes over a connection one way. Bytes are counted from 0.
class Half {
 public:
  // The flows of segments with payload and of those without, and the header of all.
  Half(int data, int control, int header) : data_(data), control_(control), header_(header) {}

  // A segment leaves its host.
  void Leaves(World& world, const ns3::TcpHeader& tcp, Int length, Int payload, FlowTag& tag) {
    tag.flow = payload ? data_ : control_;
    tag.header = world.headers.With(header_, kTcpFlags, tcp.GetFlags() & 0x3F);
    tag.born = Now();
    world.flows[tag.flow].Sent(length);
    if (!payload) return;
    const Int begin = Place(tcp, top_);
    if (begin < top_) ++world.flows[data_].retransmits;
    top_ = std::max(top_, begin + payload);
  }
  // A segment with payload has arrived; how many of its bytes came for the first time.
  Int Arrives(World& world, const ns3::TcpHeader& tcp, Int payload) {
    const Int begin = Place(tcp, seen_);
    const Int fresh = Fresh(begin, begin + payload);
    Flow& flow = world.flows[data_];
    if (begin < highest_) ++flow.out_of_sequence;
    highest_ = std::max(highest_, begin);
    seen_ = std::max(seen_, begin + payload);
    flow.payload += fresh;
    return fresh;
  }

 private:
  // Where a segment stands; numbers of 32 bits go round. The first byte has number 1.
  static Int Place(const ns3::TcpHeader& tcp, Int near) {
    const uint32_t low = tcp.GetSequenceNumber().GetValue() - 1;
    return near + int32_t(low - uint32_t(near));
  }
  // Notes that a range of bytes is there; how many of them are new.
  Int Fresh(Int begin, Int end) {
    Int fresh = end - begin;
    auto at = there_.upper_bound(begin);
    if (at != there_.begin() && std::prev(at)->second >= begin) --at;
    Int first = begin, last = end;
    while (at != there_.end() && at->first <= end) {
      fresh -= std::max<Int>(0, std::min(end, at->second) - std::max(begin, at->first));
      first = std::min(first, at->first);
      last = std::max(last, at->second);
      at = there_.erase(at);
    }
    there_[first] = last;
    return fresh;
  }
  int data_, control_, header_;
  Int top_ = 0, seen_ = 0, highest_ = 0;
  std::map<Int, Int> there_;  // ranges of bytes that have come
};

// A connection, with the counts of both directions.
class Connection {
 public:
  Connection(World& world, Half forth, Half back)
      : world_(world), halves_{std::move(forth), std::move(back)} {}
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // A segment leaves its host, `back` for one of the listener's.
  void Leaves(const ns3::TcpHeader& tcp, Int length, Int payload, bool back, FlowTag& tag) {
    halves_[back].Leaves(world_, tcp, length, payload, tag);
  }
  void Arrives(const ns3::TcpHeader& tcp, Int payload, bool back) {
    if (payload) Came(halves_[back].Arrives(world_, tcp, payload), back);
  }

 protected:
  // So many bytes came for the first time.
  virtual void Came(Int fresh, bool back) = 0;

  World& world_;

 private:
  Half halves_[2];
};

// All connections, by addresses and ports; and the ports of hosts that are spoken for.
class Connections {
 public:
  struct Found {
    Connection* connection;
    bool back;
  };
  void Add(Connection* connection, uint32_t from, int src_port, uint32_t to, int dst_port) {
    known_[Key(from, src_port, to, dst_port)] = {connection, false};
    known_[Key(to, dst_port, from, src_port)] = {connection, true};
  }
  // The connection of a segment, or null.
  Found Find(const ns3::Ipv4Header& ip, const ns3::TcpHeader& tcp) const {
    const auto place = known_.find(Key(ip.GetSource().Get(), tcp.GetSourcePort(),
                                       ip.GetDestination().Get(), tcp.GetDestinationPort()));
    return place == known_.end() ? Found{nullptr, false} : place->second;
  }
  void Reserve(int node, int port) { reserved_.emplace(node, port); }
  bool Reserved(int node, int port) const { return reserved_.count({node, port}) > 0; }

 private:
  using Key = std::tuple<uint32_t, int, uint32_t, int>;  // address and port of either end
  std::map<Key, Found> known_;
  std::set<std::pair<int, int>> reserved_;
};

// The two hosts of a source.
struct Ends {
  ns3::Ptr<ns3::Node> from, to;
  ns3::Ipv4Address here, there;
};

// A socket as the source's row says.
inline ns3::Ptr<ns3::Socket> MakeSocket(const SourceRow& row, ns3::Ptr<ns3::Node> node) {
  auto socket = ns3::Socket::CreateSocket(node, ns3::TcpSocketFactory::GetTypeId());
  const Int mss = row.length - 40;
  // RFC 5681, section 3.1: four segments, but about 4380 bytes.
  const Int window = std::min(4 * mss, std::max<Int>(2 * mss, 4380));
  const auto set = [&](const char* name, Int value) {
    socket->SetAttribute(name, ns3::UintegerValue(uint64_t(value)));
  };
  set("SegmentSize", mss);
  set("SndBufSize", std::max(row.buffer, mss));
  set("RcvBufSize", std::max(row.buffer, mss));
  set("InitialCwnd", std::max<Int>(1, window / mss));
  set("InitialSlowStartThreshold", std::max(row.buffer, 2 * mss));
  set("DelAckCount", row.delayed_ack ? 2 : 1);
  const Int least = std::max<Int>(row.rto_min, 1'000'000);
  socket->SetAttribute("MinRto", ns3::TimeValue(ns3::NanoSeconds(least)));
  // A receiver waits a fifth of the least timeout before it acknowledges a single segment (Linux: 40
  // of 200 ms), but 200 ms at most. With ns-3's 200 ms beside a least timeout of 200 ms a window of
  // one segment would last for ever: each segment times out before its acknowledgement comes, and
  // the one that ends a timeout leaves the window as it is (TcpSocketBase::ProcessAck, CA_LOSS).
  const Int delay = std::min<Int>(least / 5, 200'000'000);
  socket->SetAttribute("DelAckTimeout", ns3::TimeValue(ns3::NanoSeconds(delay)));
  // RFC 6298, section 2.1: the first timeout.
  const Int first = std::max<Int>(least, 1'000'000'000);
  socket->SetAttribute("ConnTimeout", ns3::TimeValue(ns3::NanoSeconds(first)));
  socket->SetAttribute("Timestamp", ns3::BooleanValue(false));
  socket->SetAttribute("Sack", ns3::BooleanValue(row.sack));
  if (row.control == 1) {
    auto cubic = ns3::CreateObject<ns3::TcpCubic>();
    cubic->SetAttribute("HyStart", ns3::BooleanValue(false));
    ns3::DynamicCast<ns3::TcpSocketBase>(socket)->SetCongestionControlAlgorithm(cubic);
  } else if (row.control == 2) {
    ns3::DynamicCast<ns3::TcpSocketBase>(socket)->SetCongestionControlAlgorithm(
        ns3::CreateObject<ns3::TcpHtcp>());
  }
  return socket;
}

// Whether the port was free. ns-3 tells that for sockets of one address only: a connected socket,
// which has got its host's address, does not hinder another from binding to any address.
inline bool BindTo(ns3::Ptr<ns3::Socket> socket, ns3::Ipv4Address host, int port) {
  return socket->Bind(ns3::InetSocketAddress(host, uint16_t(port))) == 0;
}

// A socket that waits for the connections of a source.
template <typename Accepted>
ns3::Ptr<ns3::Socket> Listen(const SourceRow& row, const Ends& ends, int port, Accepted accepted) {
  auto socket = MakeSocket(row, ends.to);
  BindTo(socket, ends.there, port);
  socket->Listen();
  socket->SetAcceptCallback(
      ns3::MakeNullCallback<bool, ns3::Ptr<ns3::Socket>, const ns3::Address&>(), accepted);
  return socket;
}

// Keeps a socket's buffer full of whole segments, up to so many bytes in all.
class Writer {
 public:
  explicit Writer(Int segment) : segment_(segment) {}

  void Attach(ns3::Ptr<ns3::Socket> socket) {
    socket_ = socket;
    socket_->SetSendCallback(ns3::MakeCallback(&Writer::Room, this));
  }
  // Bytes more to write; no end where `total` is negative.
  void Write(Int bytes) {
    wanted_ = bytes < 0 ? kNever : wanted_ + bytes;
    Fill();
  }
  void StopAt(Int time) { stop_ = time; }
  // Ends the connection when all is sent.
  void CloseAfter() { close_ = true; }

 private:
  void Room(ns3::Ptr<ns3::Socket>, uint32_t) { Fill(); }
  void Fill() {
    while (written_ < wanted_ && Now() < stop_) {
      const Int size = std::min(segment_, wanted_ - written_);
      if (Int(socket_->GetTxAvailable()) < size) return;
      if (socket_->Send(ns3::Create<ns3::Packet>(uint32_t(size))) < int(size)) return;
      written_ += size;
    }
    if (close_ && written_ == wanted_) {
      close_ = false;
      socket_->Close();
    }
  }
  ns3::Ptr<ns3::Socket> socket_;
  Int segment_;
  Int wanted_ = 0, written_ = 0;
  Int stop_ = kNever;
  bool close_ = false;
};

// One bulk transfer.
class Transfer : public Connection {
 public:
  Transfer(World& world, const SourceRow& row, int number, const Ends& ends, Int start)
      : Transfer(world, row, number, ends, start,
                 world.headers.Template(
                     world.tables.connections[row.connection + number].header)) {}
  const ConnectionRow& Real() const { return real_; }

 private:
  Transfer(World& world, const SourceRow& row, int number, const Ends& ends, Int start, int header)
      : Connection(world, Half(row.flow, row.flow, header),
                   Half(row.back, row.back, world.headers.Reply(header))),
        row_(row), number_(number), ends_(ends),
        real_(world.tables.connections[row.connection + number]), writer_(row.length - 40) {
    if (number == 0)  // all connections of a source come to one port
      listener_ = Listen(row, ends, real_.dst_port, ns3::MakeCallback(&Transfer::Accepted));
    ns3::Simulator::Schedule(ns3::NanoSeconds(start), &Transfer::Start, this);
  }
  void Start() {
    socket_ = MakeSocket(row_, ends_.from);
    BindTo(socket_, ends_.here, real_.src_port);
    socket_->TraceConnectWithoutContext("CongState", ns3::MakeCallback(&Transfer::State, this));
    socket_->SetConnectCallback(ns3::MakeCallback(&Transfer::Connected, this),
                                ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
    socket_->Connect(ns3::InetSocketAddress(ends_.there, uint16_t(real_.dst_port)));
  }
  static void Accepted(ns3::Ptr<ns3::Socket> socket, const ns3::Address&) {
    socket->SetRecvCallback(ns3::MakeCallback(&Drain));
  }
  void State(ns3::TcpSocketState::TcpCongState_t, ns3::TcpSocketState::TcpCongState_t now) {
    if (now == ns3::TcpSocketState::CA_LOSS) ++world_.flows[row_.flow].timeouts;
  }
  void Connected(ns3::Ptr<ns3::Socket> socket) {
    writer_.Attach(socket);
    writer_.StopAt(row_.stop);
    writer_.Write(row_.total);
  }
  void Came(Int fresh, bool back) override {
    if (!back) world_.flows[row_.flow].delivered[number_] += fresh;
  }
  const SourceRow& row_;
  int number_;
  Ends ends_;
  const ConnectionRow& real_;
  ns3::Ptr<ns3::Socket> listener_, socket_;
  Writer writer_;
};

}  // namespace qosc
