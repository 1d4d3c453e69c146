import { ActivityFailure, setCurrentDetails } from "@temporalio/workflow";
import { type ImportPriceBookInput, importAgain } from "../contracts/import-price-book.js";
import { importing, quick } from "./steps/activities.js";
import { ignoreWhileOpen } from "./steps/watching.js";

/** Reads a price list into its book, all of it or nothing. What the list itself makes impossible is an outcome, not a failure. */
export async function importPriceBook(input: ImportPriceBookInput): Promise<"done" | "failed" | "withdrawn"> {
  ignoreWhileOpen(importAgain);
  setCurrentDetails("Reading the price list.");
  try {
    return (await importing.importPriceList(input)).outcome;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await quick.giveUpPriceList(input);
    return "failed";
  }
}
