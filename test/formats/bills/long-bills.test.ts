import { proveLongBills } from "../../support/long-bills.js";

// Eight times as long: test/soak.
proveLongBills(75, 600);
