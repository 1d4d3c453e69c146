import { expect, it } from "@jest/globals";
import { withAttachmentsWithin } from "../../../src/channels/incoming/attachments-within.js";
import { filesInZip } from "../../../src/channels/incoming/files-in-zip.js";
import { zip } from "../../formats/texts/files.js";
import { expectProportional } from "../../support/growth.js";

it("tells files of a ZIP apart that have one name, and shortens names that a stranger made long", async () => {
  const name = `${"x".repeat(300)}\0.pdf`;
  const content = zip({ "Lotto 1/Computo.xpwe": "<a/>", "Lotto 2/Computo.xpwe": "<b/>", [`Lotto 2/${name}`]: "" });
  const names = (await filesInZip(content, { files: 3, bytes: 8 })).map((file) => file.name);
  expect(names).toEqual(["Lotto 1 - Computo.xpwe", "Lotto 2 - Computo.xpwe", `${"x".repeat(196)}.pdf`]);
  expect(await filesInZip(content, { files: 2, bytes: 8 })).toEqual([]);
  expect(await filesInZip(content, { files: 3, bytes: 7 })).toEqual([]);
});

const file = (name: string, content: Buffer | string = "", isInline = false) => ({
  name,
  contentType: "",
  content: Buffer.from(content),
  isInline,
});
/** A mail to which one is attached that has another attached, and so on. */
const chain = (mails: number): string =>
  mails === 0
    ? "Subject: Ultima\r\n\r\nTesto"
    : `Content-Type: multipart/mixed; boundary=b${mails}\r\n\r\n--b${mails}\r\nContent-Type: message/rfc822; name=${mails}.eml\r\n\r\n${chain(mails - 1)}\r\n--b${mails}--`;

it("opens mails within mails to the third, and twenty in all", async () => {
  const namesIn = async (files: ReturnType<typeof file>[]) =>
    (await withAttachmentsWithin(files)).map(({ name }) => name);
  expect(await namesIn([file("6.eml", chain(5))])).toEqual(["6.eml", "5.eml", "4.eml", "3.eml"]);
  const many = await namesIn(Array.from({ length: 25 }, () => file("2.eml", chain(1))));
  // Ten, and the one in each.
  expect(many.filter((name) => name === "1.eml")).toHaveLength(10);
});

it("leaves out nothing that is attached to a mail for what its ZIPs and mails bring", async () => {
  const packed = zip(Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${n}.txt`, ""])));
  const direct = ["1.zip", "2.zip", "3.zip"].map((name) => file(name, packed));
  const found = await withAttachmentsWithin([...direct, file("lettera.pdf")]);
  expect(found.filter(({ name }) => !name.endsWith(".txt")).map(({ name }) => name)).toEqual([
    ...["1.zip", "2.zip", "3.zip", "lettera.pdf"],
  ]);
  expect(found).toHaveLength(164);
  // The logos of signatures aren't kept, and take no room.
  const logos = Array.from({ length: 120 }, () => file("logo.png", "", true));
  expect(await withAttachmentsWithin([file("1.zip", packed), ...logos])).toHaveLength(201);
});

it("reads names in a ZIP in a time that grows with them", async () => {
  await expectProportional({
    input: (size) => {
      const names = Array.from({ length: 20 }, (_, n) => `${"__MACOSX/".repeat(size)}\n${n}`);
      const content = zip(Object.fromEntries(names.map((name) => [name, ""])));
      // The flag of names in UTF-8, which may have line ends.
      for (let at = content.indexOf("PK\x01\x02"); at >= 0; at = content.indexOf("PK\x01\x02", at + 1))
        content[at + 9] = 8;
      return content;
    },
    work: (content) => filesInZip(content, { files: 1, bytes: 1 }),
    small: 900,
    large: 7200,
  });
});
