import { createTask } from "./create-task.js";
import { deleteTask } from "./delete-task.js";
import { getTask } from "./get-task.js";
import { listTasks } from "./list-tasks.js";
import { updateTask } from "./update-task.js";
import { updateTaskChecklist } from "./update-task-checklist.js";
import { updateTaskStatus } from "./update-task-status.js";

export const taskActions = [
  createTask,
  updateTaskStatus,
  updateTaskChecklist,
  updateTask,
  listTasks,
  getTask,
  deleteTask,
] as const;
