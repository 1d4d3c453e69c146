import { expect, it } from "@jest/globals";
import { ipKey } from "../../../src/accounts/limits/limits.js";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8:0001::9", "2001:db8:1:0::/64"],
  ["2001:db8::2:3:4:5:6", "2001:db8:0:2::/64"],
])("counts %s as %s: an IPv6 line has the last 64 bits to itself", (address, counted) => {
  expect(ipKey(address)).toBe(counted);
});
