import { XpweGroups } from "../../xpwe/groups.js";
import { referenceOf } from "../../xpwe/numbers.js";
import { type XpweFields, XpweParser } from "../../xpwe/xpwe-parser.js";
import type { PriceListBuilder } from "../price-list-builder.js";
import type { ListParser } from "./read-xml-list.js";

/** The price list of an XPWE document, whatever else it holds: EPItems, whose chapters stand before them. */
export function xpwe(list: PriceListBuilder): ListParser {
  const groups = new XpweGroups();
  let line = 0;
  const add = (fields: XpweFields) => {
    const { steps } = groups.path("chapters", [fields.IDSpCap, fields.IDCap, fields.IDSbCap]);
    const chapters = steps.length > 0 ? steps : groups.wbsPath("chapters", fields.CodiceWBSCAP);
    const text = [fields.DesEstesa, fields.DesRidotta, fields.DesBreve].find((given) => given?.trim());
    list.add(
      {
        code: fields.Tariffa?.trim() || fields.Articolo,
        chapters: chapters.map(({ title }) => title),
        texts: [text],
        unit: fields.UnMisura,
        price: fields.Prezzo1,
        labourPct: shareOf(fields.IncMDO),
        safetyPct: shareOf(fields.IncSIC),
      },
      `EPItem ${referenceOf(fields.ID)?.slice(0, 40) ?? ""}`.trim(),
    );
  };
  const parser = new XpweParser({
    opened: (kind) => groups.opened(kind),
    closed(kind, fields) {
      if (kind === "EPItem") add(fields);
      else if (kind === "PweDGDatiGenerali") {
        list.say({ name: fields.Oggetto });
        list.sayYear(fields.Oggetto);
      } else groups.closed(kind, fields);
    },
    fault(fault) {
      line = fault.line;
      list.warn(fault.code, `line ${fault.line}`, fault.detail);
    },
  });
  return {
    write: (bytes) => parser.write(bytes),
    end: () => parser.end(),
    get line() {
      return line;
    },
  };
}

/** PriMus writes 0 for what isn't stated. */
const shareOf = (text: string | undefined): string | undefined => (Number(text) === 0 ? undefined : text);
