import { crc32, deflateRawSync } from "node:zlib";

interface Part {
  content: Buffer;
  /** what the directory says, if not the truth */
  declaredBytes?: number;
  method?: 0 | 8;
}

const u16 = (value: number) => [value & 0xff, (value >> 8) & 0xff];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];

/** A zip file of these parts, deflated. @param count that its directory claims, if not the truth */
export function zip(parts: Record<string, string | Part>, count?: number): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(parts)) {
    const part: Part = typeof given === "string" ? { content: Buffer.from(given) } : given;
    const packed = deflateRawSync(part.content);
    const size = part.declaredBytes ?? part.content.length;
    const about = [...u16(8), ...u32(0), ...u32(checksum(part.content)), ...u32(packed.length), ...u32(size)];
    const header = Buffer.from([...u32(0x04034b50), ...u16(20), ...u16(0), ...about, ...u16(name.length), ...u16(0)]);
    local.push(header, Buffer.from(name), packed);
    const rest = [...u16(name.length), ...u16(0), ...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(offset)];
    const head = [...u32(0x02014b50), ...u16(20), ...u16(20), ...u16(0), ...about, ...rest];
    directory.push(Buffer.from(head), Buffer.from(name));
    offset += header.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const entries = u16(count ?? Object.keys(parts).length);
  const end = [...u32(0x06054b50), 0, 0, 0, 0, ...entries, ...entries, ...u32(listed.length), ...u32(offset), 0, 0];
  return Buffer.concat([...local, listed, Buffer.from(end)]);
}

// Node 20.20 has it; its types don't know it yet.
const checksum = (content: Buffer): number => crc32(content);

const w = 'xmlns:w="w" xmlns:r="r" xmlns:mc="mc"';
export const docx = (body: string, parts: Record<string, string | Part> = {}): Buffer =>
  zip({ "word/document.xml": `<w:document ${w}><w:body>${body}</w:body></w:document>`, ...parts });

export const paragraph = (text: string, properties = ""): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

interface Sheet {
  rows: string;
  name?: string;
  attributes?: string;
}

export function xlsx(sheets: Sheet[], more: Record<string, string | Part> = {}, workbook = ""): Buffer {
  const listed = sheets.map(
    ({ name, attributes = "" }, n) => `<sheet name="${name ?? `Foglio${n + 1}`}" r:id="rId${n}" ${attributes}/>`,
  );
  const related = sheets.map((_, n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`);
  return zip({
    "xl/workbook.xml": `<workbook xmlns:r="r">${workbook}<sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${related.join("")}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });
}

/** A PDF with one text a page; "" is a page without text. */
export function pdf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, n) => `${3 + n * 2} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(" ")}] /MediaBox [0 0 595 842] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
  ];
  for (const [n, text] of pages.entries()) {
    const stream = text && `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
    objects.push(`<< /Type /Page /Parent 2 0 R /Contents ${4 + n * 2} 0 R >>`);
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let body = "%PDF-1.7\n";
  const offsets = objects.map((object, n) => {
    const at = body.length;
    body += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}${xref}${trailer}`, "latin1");
}
