import { id, integer, note, shortNote } from "../schemas.js";

export const bookId = id("the price book");

export const bookFields = {
  description: note("what it holds").optional(),
  source: shortNote("where its prices come from, such as a regional list or the organization's own").optional(),
};

export const year = integer("reference year");
