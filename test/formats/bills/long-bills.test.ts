import { proveLongBills } from "../../support/long-bills.js";

// More than ten times as long: test/soak.
proveLongBills(40, 320);
