import { listMembers } from "./list-members.js";

export const memberActions = [listMembers] as const;
