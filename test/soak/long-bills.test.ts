import { proveLongBills } from "../support/long-bills.js";

proveLongBills(500, 5_000);
