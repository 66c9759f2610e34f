import { z } from 'zod'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import { NewBill } from '#contract/billing/billing.schemas.ts'
import { EventDraft, eventRoutes } from '#contract/planning/planning.contract.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import { boardRoutes } from '#contract/tasks/tasks.contract.ts'
import type { CardCommand } from '#domain/assistant/chat.values.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import type { Cite } from '#domain/assistant/chat.ts'
import { addDays, epochOfDay, isDay, MINUTE_MS } from '#domain/kernel/time.ts'
import { instantOf } from '#domain/planning/local-time.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { chatTool, type ChatTool, type Desk } from './chat-tool.ts'

const day = z.string().refine(isDay).describe('YYYY-MM-DD')
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .describe('HH:MM')
const mark = z
  .string()
  .regex(/^R\d+$/)
  .describe('The `ref` that a tool gave')

const SHOWN = {
  shown: true,
  note: 'The person sees a card and may confirm it. Nothing was changed.',
}

/** Shows a card whose fields the ordinary route takes. A card that it would refuse is not shown. */
function propose(
  desk: Desk,
  command: CardCommand,
  body: z.ZodType,
  fields: Record<string, unknown>,
  about?: Cite,
): object {
  const parsed = body.safeParse(fields)
  if (!parsed.success) return { error: z.prettifyError(parsed.error) }
  return desk.findings.propose({ command, fields, about: about?.title ?? '' })
    ? SHOWN
    : { error: 'Enough cards are shown already.' }
}

const NO_RECORD = { error: 'No such record was found. Use a tool that returns it first.' }

const task = chatTool({
  name: 'propose_task',
  route: boardRoutes.addTask,
  description: 'Proposes a task for the board.',
  input: z.object({ title: z.string(), due: day.optional(), contract: mark.optional() }),
  run: async ({ title, due, contract }, desk) => {
    const project = contract === undefined ? undefined : desk.findings.recordOf(contract, 'project')
    if (project === null) return NO_RECORD
    const fields = {
      title,
      ...(due !== undefined && { dueDate: epochOfDay(due) }),
      ...(project && { projectId: project.id }),
    }
    return propose(desk, 'task', boardRoutes.addTask.body, fields, project)
  },
})

/** `HH:MM` as a time of day. @unit milliseconds */
const timeOf = (text: string): number =>
  (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE_MS

const event = chatTool({
  name: 'propose_event',
  route: eventRoutes.add,
  description: 'Proposes an event of the calendar, for the whole day when it has no time.',
  input: z.object({
    title: z.string(),
    day,
    time: time.optional(),
    minutes: z.int().min(5).max(1440).default(60).describe('How long it takes'),
  }),
  run: async ({ title, day: on, time: at, minutes }, desk) => {
    const start = at === undefined ? epochOfDay(on) : instantOf(on, timeOf(at), desk.timeZone)
    const end = at === undefined ? epochOfDay(addDays(on, 1)) : start + minutes * MINUTE_MS
    return propose(desk, 'event', EventDraft, { title, start, end, allDay: at === undefined })
  },
})

const bill = chatTool({
  name: 'propose_bill',
  route: billRoutes.add,
  description:
    'Proposes a draft bill of the days that a contract worked in a month. Use `unbilled` first.',
  input: z.object({ contract: mark, year: z.int(), month: z.int() }),
  run: async ({ contract, year, month }, desk) => {
    const project = desk.findings.recordOf(contract, 'project')
    if (project === null) return NO_RECORD
    const fields = {
      profileId: desk.profileId,
      fromTimesheet: { projectId: project.id, year, month },
    }
    return propose(desk, 'bill', NewBill, fields, project)
  },
})

const contact = chatTool({
  name: 'propose_contact',
  route: recordRoutes(Contact).add,
  description: 'Proposes a contact, at a client if its `ref` is given.',
  input: z.object({
    lastName: z.string(),
    firstName: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    role: z.string().optional(),
    client: mark.optional(),
  }),
  run: async ({ client, ...fields }, desk) => {
    const company = client === undefined ? undefined : desk.findings.recordOf(client, 'company')
    if (company === null) return NO_RECORD
    const body = { ...fields, ...(company && { companyId: company.id }) }
    return propose(desk, 'contact', recordRoutes(Contact).add.body, body, company)
  },
})

const offer = chatTool({
  name: 'propose_offer',
  route: recordRoutes(Offer).add,
  description: 'Proposes an offer to follow.',
  input: z.object({
    title: z.string(),
    client: z.string().optional(),
    nextAction: z.string().optional(),
    nextActionDay: day.optional(),
  }),
  run: async ({ nextActionDay, ...fields }, desk) =>
    propose(desk, 'offer', recordRoutes(Offer).add.body, {
      ...fields,
      ...(nextActionDay !== undefined && { nextActionDate: epochOfDay(nextActionDay) }),
    }),
})

/**
 * Proposals of the assistant. Each shows a card; the person's confirmation sends the ordinary
 * request.
 */
export const proposingTools: readonly ChatTool[] = [task, event, bill, contact, offer]
