import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { readXpwe } from "../../../src/formats/xpwe/read-xpwe.js";

const sample = readFileSync(new URL("../../../docs/samples/computo-sintetico.xpwe", import.meta.url));

describe("the sample of an XPWE file", () => {
  it("is read whole", () => {
    const { name, format, measurements, totalInFile, quantityDecimals, warnings } = readXpwe(sample);
    expect({ name, format, measurements, totalInFile, quantityDecimals, warnings }).toEqual({
      name: "Ristrutturazione di edificio di prova",
      format: "xpwe",
      measurements: 15,
      totalInFile: 3858.45,
      quantityDecimals: 2,
      warnings: [],
    });
  });

  it("says nothing of its total where it was exported without prices", () => {
    const unpriced = Buffer.from(sample.toString("latin1").replace(/<Prezzo1>.*?<\/Prezzo1>/g, ""), "latin1");
    expect(readXpwe(unpriced)).toMatchObject({ totalInFile: null, measurements: 15 });
  });

  it("warns where the first price is 0 or missing, and another isn't", () => {
    const priced = (prices: string) =>
      readXpwe(
        Buffer.from(
          sample.toString("latin1").replace(/<Prezzo1>.*?<\/Prezzo1>(?:\s*<Prezzo2>.*?<\/Prezzo2>)?/, prices),
          "latin1",
        ),
      );
    expect(priced("<Prezzo1>0</Prezzo1><Prezzo2>12.50</Prezzo2>").warnings).toEqual([
      expect.objectContaining({ code: "missing_price", detail: expect.stringContaining("Prezzo2 is 12.50") }),
    ]);
    expect(priced("<Prezzo1></Prezzo1><Prezzo2>12.50</Prezzo2>").warnings).toMatchObject([{ code: "missing_price" }]);
    expect(priced("<Prezzo1>0</Prezzo1><Prezzo2>0</Prezzo2>").warnings).toEqual([]);
  });
});
