import { id, integer, text } from "../schemas.js";

export const bookId = id("the price book");

export const bookFields = {
  description: text("what it holds"),
  source: text("where its prices come from, such as a regional list or the organization's own"),
};

export const year = integer("reference year");
