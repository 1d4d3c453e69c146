import { searchRecords } from "./search-records.js";

export const searchActions = [searchRecords] as const;
