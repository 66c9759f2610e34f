import { colour, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

/** A word by which tasks are found together. */
export const TaskTag = defineRecord('taskTag', {
  context: 'tasks',
  permission: 'task_board',
  fields: {
    title: text({ required: true, max: 60 }),
    color: colour(),
    /** Short text of the card, in the place of the title. */
    display: text({ max: 60 }),
  },
  named: ['title'],
  listed: ['title', 'color', 'display'],
  searched: ['title', 'display'],
})
