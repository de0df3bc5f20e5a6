// What uses TCP connections: transfers that come and go, and clients that ask and wait.
#pragma once

#include "ns3-tcp.h"

namespace qosc {

// One transfer that tells how long it took: from its first SYN to its last byte.
class ShortTransfer : public Connection {
 public:
  ShortTransfer(World& world, const SourceRow& row, int header)
      : Connection(world, Half(row.flow, row.flow, header),
                   Half(row.back, row.back, world.headers.Reply(header))),
        row_(row), started_(Now()), writer_(row.length - 40) {}

  void Start(ns3::Ptr<ns3::Socket> socket, const ns3::InetSocketAddress& to) {
    socket->SetConnectCallback(ns3::MakeCallback(&ShortTransfer::Connected, this),
                               ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
    world_.flows[row_.flow].completions.Start();
    socket->Connect(to);
  }

 private:
  void Connected(ns3::Ptr<ns3::Socket> socket) {
    writer_.Attach(socket);
    writer_.CloseAfter();
    writer_.Write(row_.total);
  }
  void Came(Int fresh, bool back) override {
    if (back || !fresh) return;
    came_ += fresh;
    if (came_ == row_.total) world_.flows[row_.flow].completions.Finish(Now() - started_);
  }
  const SourceRow& row_;
  Int started_, came_ = 0;
  Writer writer_;
};

// Connections that start one after the other, whether or not those before have ended.
class ShortTransfers {
 public:
  ShortTransfers(World& world, const SourceRow& row, const Ends& ends, Connections& connections,
                 int64_t stream)
      : world_(world), row_(row), ends_(ends), connections_(connections), chance_(stream),
        real_(world.tables.connections[row.connection]),
        header_(world.headers.Template(real_.header)) {
    listener_ = Listen(row, ends, real_.dst_port, ns3::MakeCallback(&ShortTransfers::Accepted));
    At(row.random ? row.start + Gap() : row.start);
  }

 private:
  static constexpr int kPorts = 65'536;

  static void Accepted(ns3::Ptr<ns3::Socket> socket, const ns3::Address&) {
    socket->SetRecvCallback(ns3::MakeCallback(&Drain));
    socket->SetCloseCallbacks(ns3::MakeCallback(&ShortTransfers::Closed),
                              ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
  }
  static void Closed(ns3::Ptr<ns3::Socket> socket) { socket->Close(); }
  Int Gap() const { return row_.random ? chance_.Time(row_.num, row_.per) : row_.num / row_.per; }
  void At(Int time) {
    if (time < row_.stop)
      ns3::Simulator::Schedule(ns3::NanoSeconds(time - Now()), &ShortTransfers::Arrive, this);
  }
  // A header for each connection: source ports count up. The real port is the same where it is
  // free on the host.
  void Arrive() {
    At(Now() + Gap());
    const Int written = (world_.headers[header_][kSrcPort] + count_++) % kPorts;
    auto socket = MakeSocket(row_, ends_.from);
    int port = Bound(socket, int(written));
    if (port < 0) return;
    auto transfer = std::make_unique<ShortTransfer>(
        world_, row_, world_.headers.With(header_, kSrcPort, written));
    connections_.Add(transfer.get(), ends_.here.Get(), port, ends_.there.Get(), real_.dst_port);
    transfer->Start(socket, ns3::InetSocketAddress(ends_.there, uint16_t(real_.dst_port)));
    transfers_.push_back(std::move(transfer));
  }
  // The port that the socket got, -1 where all are taken.
  int Bound(ns3::Ptr<ns3::Socket> socket, int wanted) const {
    for (int offset = 0; offset < kPorts; ++offset) {
      const int port = (wanted + offset) % kPorts;
      if (port && !connections_.Reserved(row_.from, port) && BindTo(socket, ends_.here, port))
        return port;
    }
    return -1;
  }
  World& world_;
  const SourceRow& row_;
  Ends ends_;
  Connections& connections_;
  Chance chance_;
  const ConnectionRow& real_;
  int header_;
  ns3::Ptr<ns3::Socket> listener_;
  Int count_ = 0;
  std::vector<std::unique_ptr<ShortTransfer>> transfers_;
};

// One client and its side of the server, on a connection that stays open.
class Client : public Connection {
 public:
  Client(World& world, const SourceRow& row, int number, int header,
         ns3::Ptr<ns3::Socket> socket)
      : Connection(world, Half(row.flow, row.flow + 3, header),
                   Half(row.flow + 2, row.flow + 1, world.headers.Reply(header))),
        row_(row), number_(number), socket_(socket), left_(row.count), up_(row.length - 40),
        down_(row.length - 40) {}

  void Start(const ns3::InetSocketAddress& to) {
    socket_->SetConnectCallback(ns3::MakeCallback(&Client::Connected, this),
                                ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
    socket_->SetRecvCallback(ns3::MakeCallback(&Client::AtClient, this));
    socket_->Connect(to);
  }
  void Accepted(ns3::Ptr<ns3::Socket> socket) {
    down_.Attach(socket);
    socket->SetRecvCallback(ns3::MakeCallback(&Client::AtServer, this));
  }

 private:
  void Connected(ns3::Ptr<ns3::Socket> socket) {
    up_.Attach(socket);
    Ask();
  }
  void Ask() {
    if (Now() >= row_.stop || left_ == 0) return;
    if (left_ > 0) --left_;
    asked_ = Now();
    missing_ = row_.total;
    world_.flows[row_.flow].completions.Start();
    up_.Write(row_.total);
  }
  // Whether all is there that was missing.
  bool Complete(ns3::Ptr<ns3::Socket> socket) {
    const bool waited = missing_ > 0;
    while (auto packet = socket->Recv()) missing_ -= packet->GetSize();
    return waited && missing_ <= 0;
  }
  void AtServer(ns3::Ptr<ns3::Socket> socket) {
    if (!Complete(socket)) return;
    missing_ = row_.response;
    down_.Write(row_.response);
  }
  void AtClient(ns3::Ptr<ns3::Socket> socket) {
    if (!Complete(socket)) return;
    world_.flows[row_.flow].completions.Finish(Now() - asked_, number_);
    ns3::Simulator::Schedule(ns3::NanoSeconds(row_.think), &Client::Ask, this);
  }
  void Came(Int, bool) override {}

  const SourceRow& row_;
  const int number_;
  ns3::Ptr<ns3::Socket> socket_;
  Int left_, asked_ = 0;
  Int missing_ = 0;  // bytes of the request, or of the response, on their way
  Writer up_, down_;
};

// The clients of a source, and their server.
class Clients {
 public:
  Clients(World& world, const SourceRow& row, const Ends& ends, Connections& connections)
      : world_(world), row_(row), ends_(ends), connections_(connections) {
    const int port = world.tables.connections[row.connection].dst_port;
    listener_ = Listen(row, ends, port, ns3::MakeCallback(&Clients::Accepted, this));
  }
  void StartAt(int number, Int time) {
    ns3::Simulator::Schedule(ns3::NanoSeconds(time), &Clients::Start, this, number);
  }

 private:
  void Start(int number) {
    const ConnectionRow& real = world_.tables.connections[row_.connection + number];
    auto socket = MakeSocket(row_, ends_.from);
    BindTo(socket, ends_.here, real.src_port);
    auto client = std::make_unique<Client>(world_, row_, number,
                                           world_.headers.Template(real.header), socket);
    connections_.Add(client.get(), ends_.here.Get(), real.src_port, ends_.there.Get(),
                     real.dst_port);
    client->Start(ns3::InetSocketAddress(ends_.there, uint16_t(real.dst_port)));
    by_port_[uint16_t(real.src_port)] = std::move(client);
  }
  void Accepted(ns3::Ptr<ns3::Socket> socket, const ns3::Address& from) {
    by_port_.at(ns3::InetSocketAddress::ConvertFrom(from).GetPort())->Accepted(socket);
  }
  World& world_;
  const SourceRow& row_;
  Ends ends_;
  Connections& connections_;
  ns3::Ptr<ns3::Socket> listener_;
  std::map<uint16_t, std::unique_ptr<Client>> by_port_;
};

}  // namespace qosc
