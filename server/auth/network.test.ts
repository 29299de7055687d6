import { expect, test } from "bun:test";
import { originOf } from "../http/visitor.ts";

test.each([
  ["192.168.7.23", "192.168.7.0/24"],
  ["::ffff:192.168.7.23", "192.168.7.0/24"],
  ["::FFFF:192.168.7.23", "192.168.7.0/24"],
  ["::ffff:c0a8:717", "192.168.7.0/24"],
  ["0:0:0:0:0:ffff:c0a8:0717", "192.168.7.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::ffff:c0a8:717", "2001:db8:0:0::/64"],
  ["::ffff:c0ff:ff17", "192.255.255.0/24"],
  ["1::ffff:c0a8:717", "1:0:0:0::/64"],
  ["::1:ffff:c0a8:717", "0:0:0:0::/64"],
  ["::fffe:c0a8:717", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is in the network %s", (address, network) => {
  expect(originOf(address).network).toBe(network);
});

test.each([
  ["192.168.7.23", "192.168.7.23"],
  ["192.168.7.23:51022", "192.168.7.23"],
  ["::ffff:192.168.7.23", "192.168.7.23"],
  ["[::ffff:c0a8:717]:51022", "192.168.7.23"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, ipAddress) => {
  expect(originOf(address).ipAddress).toBe(ipAddress);
});

test.each([
  ["192.168.7.23:51022", "192.168.7.0/24"],
  ["[2001:db8:1:2::6]:51022", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::6]", "2001:db8:1:2::/64"],
  ["[::ffff:192.168.7.23]:51022", "192.168.7.0/24"],
])("%s is in the network %s, whatever the port", (address, network) => {
  expect(originOf(address).network).toBe(network);
  expect(originOf(address.replace("51022", "51023"))).toEqual(originOf(address));
});

test.each([
  "unknown",
  "",
  "_hidden",
  "999.1.1.1",
  "1.2.3",
  "2001:db8",
  "[::1",
  "x[::1]",
  "[::1]x",
  "a b",
])("%j is not an address", (address) => {
  expect(originOf(address)).toEqual({ ipAddress: "unknown", network: "unknown" });
});
