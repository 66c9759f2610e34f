import { colour, level, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

/** Urgency of a task. `level` gives the sign on the card. */
export const TaskPriority = defineRecord('taskPriority', {
  context: 'tasks',
  permission: 'task_board',
  fields: {
    title: text({ required: true, max: 60 }),
    color: colour(),
    /** Short text of the card, in the place of the title. */
    display: text({ max: 60 }),
    level: level(['low', 'normal', 'high', 'urgent']),
  },
  named: ['title'],
  listed: ['title', 'level', 'color', 'display'],
  searched: ['title', 'display'],
})
