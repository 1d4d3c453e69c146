import { expect, it } from "@jest/globals";
import { pictureSize } from "../../../src/formats/mail/picture-size.js";

const frame = "ffc000110800f002bc";
const size = { widthPixels: 700, heightPixels: 240 };

it.each([
  ["PNG", "89504e470d0a1a0a0000000d49484452000002bc000000f0"],
  ["GIF", "474946383961bc02f000"],
  ["JPEG", `ffd8ffe00004ffffff${frame}`],
  ["lossy WebP", "52494646000000005745425056503820000000000000009d012abc02f000"],
  ["lossless WebP", "5249464600000000574542505650384c000000002fbbc23b00"],
  ["extended WebP", "524946460000000057454250565038580000000000000000bb0200ef0000"],
  ["HEIC", "0000001866747970686569630000000068656963000000146973706500000000000002bc000000f0"],
])("tells the size of a %s, and of one that breaks off before it that there is none", (_, hex) => {
  const picture = Buffer.from(hex, "hex");
  expect(pictureSize(picture)).toEqual(size);
  for (const length of picture.keys())
    expect([length, pictureSize(picture.subarray(0, length))]).toEqual([length, null]);
  expect(pictureSize(Buffer.concat([Buffer.of(0), picture]))).toBeNull();
});

it("takes no table of a JPEG for its picture, nor what isn't parted by a marker", () => {
  const sizeBehind = (marker: number) =>
    pictureSize(Buffer.from(`ffd8ff${marker.toString(16)}0008080001000100${frame}`, "hex"));
  const frames = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
  for (let marker = 0xbf; marker <= 0xd0; marker++)
    expect([marker, sizeBehind(marker)?.widthPixels]).toEqual([marker, frames.includes(marker) ? 1 : 700]);
  expect(pictureSize(Buffer.from(`ffd800${frame}`, "hex"))).toBeNull();
});
