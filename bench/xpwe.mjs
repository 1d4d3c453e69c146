// How long an XPWE file of 5,000 lines and 30,000 measurement rows takes to be read and computed, against parsing its XML alone: both in
// this process, by turns, after two rounds to warm up. Exits with 1 where the median of the rounds' ratios is above 3.
//   npm run bench:xpwe            (or: node bench/xpwe.mjs [rounds])
import { SaxesParser } from "saxes";
import { build } from "../scripts/build.mjs";
import { median } from "./figures.mjs";

await build();
const { readXpwe } = await import("../dist/formats/xpwe/read-xpwe.js");
const { computeBill } = await import("../dist/domain/bill/bill.js");

const lines = 5_000;
const rowsOfLine = 6;
const rounds = Number(process.argv[2] ?? 15);
const most = 3;

const decimal = (hundredths) => (hundredths / 100).toFixed(2);

/** A file as PriMus writes it: every tenth row an expression, every twentieth a deduction, every fiftieth line repeats another. */
function generated() {
  const items = Array.from({ length: 800 }, (_, n) => {
    const text =
      `Voce ${n}: fornitura e posa in opera di muratura portante in blocchi di laterizio porizzato, compreso ogni onere. `.repeat(
        4,
      );
    return `<EPItem ID="${n + 2}" ><TipoEP>0</TipoEP><Tariffa>EX26_01.B${n}</Tariffa><Articolo/><DesRidotta>Voce ${n}</DesRidotta><DesEstesa>${text}</DesEstesa><DesBreve/><UnMisura>mq</UnMisura><Prezzo1>${(n % 97) + 0.35}</Prezzo1><Prezzo2>0</Prezzo2><Prezzo3>0</Prezzo3><Prezzo4>0</Prezzo4><Prezzo5>0</Prezzo5><IDSpCap>0</IDSpCap><IDCap>0</IDCap><IDSbCap>0</IDSbCap><CodiceWBSCAP/><Flags>0</Flags><Data>30/12/1899</Data><AdrInternet/><IncSIC>1.8</IncSIC><IncMDO>40.5</IncMDO><IncMAT>0</IncMAT><IncATTR>0</IncATTR><TagBIM/><PweEPAnalisi></PweEPAnalisi></EPItem>`;
  });
  let number = 0;
  let quantityBefore = 0;
  /** @returns its XML, and what it counts in hundredths */
  const row = (line, at) => {
    number++;
    if (at === 0 && line > 0 && line % 50 === 0) {
      const counts = 2 * quantityBefore;
      const xml = `<RGItem ID="${at + 2}" ><IDVV>${line + 1}</IDVV><Descrizione/><PartiUguali>2.00</PartiUguali><Lunghezza/><Larghezza/><HPeso/><Quantita>${decimal(counts)}</Quantita><Flags>32768</Flags></RGItem>`;
      return { xml, counts };
    }
    const isExpression = number % 10 === 0;
    const lengthCm = isExpression ? 710 : (number % 37) * 100 + 25;
    const length = isExpression ? "1.10+3.00+3.00" : decimal(lengthCm);
    const parts = (number % 4) + 1;
    // 0.300 × 2.700 = 0.81
    const counts = Math.round((parts * lengthCm * 81) / 100) * (number % 20 === 0 ? -1 : 1);
    const xml = `<RGItem ID="${at + 2}" ><IDVV>-2</IDVV><Descrizione>parete n. ${number} lato nord</Descrizione><PartiUguali>${parts}.00</PartiUguali><Lunghezza>${length}</Lunghezza><Larghezza>0.300</Larghezza><HPeso>2.700</HPeso><Quantita>${decimal(counts)}</Quantita><Flags>${counts < 0 ? 1 : 0}</Flags></RGItem>`;
    return { xml, counts };
  };
  const voices = Array.from({ length: lines }, (_, line) => {
    const rows = Array.from({ length: rowsOfLine }, (_, at) => row(line, at));
    quantityBefore = rows.reduce((sum, { counts }) => sum + counts, 0);
    return `<VCItem ID="${line + 2}" ><IDEP>${(line % 800) + 2}</IDEP><Quantita>${decimal(quantityBefore)}</Quantita><DataMis>15/10/2026</DataMis><Flags>0</Flags><IDSpCat>0</IDSpCat><IDCat>${(line % 40) + 1}</IDCat><IDSbCat>0</IDSbCat><CodiceWBS/><PweVCMisure>${rows.map(({ xml }) => xml).join("")}</PweVCMisure></VCItem>`;
  });
  const groups = Array.from(
    { length: 40 },
    (_, n) => `<DGCategorieItem ID="${n + 1}" ><DesSintetica>Categoria ${n + 1}</DesSintetica></DGCategorieItem>`,
  );
  return Buffer.from(
    `<?mso-application progid="PriMus.Document.XPWE"?><PweDocumento><TipoDocumento>1</TipoDocumento><PweDatiGenerali><PweDGCapitoliCategorie><PweDGCategorie>${groups.join("")}</PweDGCategorie></PweDGCapitoliCategorie></PweDatiGenerali><PweMisurazioni><PweElencoPrezzi>${items.join("")}</PweElencoPrezzi><PweVociComputo>${voices.join("")}</PweVociComputo></PweMisurazioni></PweDocumento>`,
  );
}

/** What any reader of XML must do: decode, parse, and be told of each element and text. */
function parse(bytes) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder();
  let told = 0;
  parser.on("opentag", () => told++);
  parser.on("text", () => told++);
  parser.on("closetag", () => told++);
  for (let at = 0; at < bytes.length; at += 65_536)
    parser.write(decoder.decode(bytes.subarray(at, at + 65_536), { stream: true }));
  parser.close();
  return told;
}

function imported(bytes) {
  const bill = readXpwe(bytes);
  const { lineCount } = computeBill(bill.nodes, bill.quantityDecimals);
  if (bill.warnings.length > 0) throw new Error(JSON.stringify(bill.warnings[0]));
  if (lineCount !== lines || bill.measurements !== lines * rowsOfLine)
    throw new Error(`Only ${lineCount} lines were read.`);
}

function cpuMs(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const bytes = generated();
for (let warmUp = 0; warmUp < 2; warmUp++) {
  parse(bytes);
  imported(bytes);
}
const times = Array.from({ length: rounds }, (_, round) => {
  const works = [() => parse(bytes), () => imported(bytes)];
  if (round % 2 === 0) return works.map(cpuMs);
  return works.toReversed().map(cpuMs).toReversed();
});
const ratio = median(times.map(([parsed, read]) => read / parsed));
process.stdout.write(
  `${JSON.stringify({
    megabytes: Number((bytes.length / 1024 / 1024).toFixed(1)),
    parseMs: Math.round(median(times.map(([parsed]) => parsed))),
    importMs: Math.round(median(times.map(([, read]) => read))),
    ratio: Number(ratio.toFixed(2)),
    most,
  })}\n`,
);
if (ratio > most) process.exitCode = 1;
