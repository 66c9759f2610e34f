import { addDays, type Day, monthEnd, monthOf, yearOf } from '#domain/kernel/time.ts'
import { type Activity, HALF_DAY, WHOLE_DAY } from '#domain/timesheets/timesheet.ts'
import { workingDaysOf } from '#domain/timesheets/working-days.ts'
import { type Chapter, type Episode, MONTHS_BACK, monthsBefore } from './tale.ts'

/** Each month, entered on its last day; the current one up to yesterday. */
export const timesheetsChapter: Chapter = (tale) => [...recordedMonths(tale), ...approvals(tale)]

const recordedMonths: Chapter = ({ commands, today, profileId, id, meta }) =>
  Array.from({ length: MONTHS_BACK + 1 }, (_, back): Episode => {
    const month = monthsBefore(today, back)
    const [year, number] = [yearOf(month), monthOf(month)]
    const lastDay = monthEnd(year, number)
    const day = back === 0 ? today : lastDay
    const activities = activitiesOf(
      year,
      number,
      back,
      back === 0 ? addDays(today, -1) : lastDay,
      id,
    )
    return {
      day,
      tell: () =>
        commands.timesheets.recordMonth(
          profileId,
          year,
          number,
          activities,
          meta(`month ${month}`, day),
          'any',
        ),
    }
  })

const SENDER = { name: 'Camille Fontanel', address: 'camille@fontanel.example' }

/**
 * A month that its client approved, and one that waits for its client. Their mails are told as
 * sent.
 */
const approvals: Chapter = ({ commands: { timesheetApprovals }, today, profileId, id, meta }) => {
  const sentMonth = (
    key: string,
    back: number,
    to: string,
    answer: (asked: Asked) => Promise<unknown>,
  ): Episode => {
    const month = monthsBefore(today, back)
    const at = { profileId, projectId: id(key), year: yearOf(month), month: monthOf(month) }
    const day = monthsBefore(today, back - 1)
    const send = meta(`approval ${key}`, day)
    return {
      day,
      async tell() {
        const { worked, contentSha256 } = await timesheetApprovals.month(send.owner, at)
        const draft = {
          sender: SENDER,
          recipients: [to],
          cc: [],
          template: '',
          billId: '',
          attachments: [],
          subject: `Feuille de temps, ${month.slice(5, 7)}/${month.slice(0, 4)}`,
          html: '<p>Bonjour,</p><p>Voici mes jours du mois, à approuver par le lien ci-dessous.</p>',
        }
        const sending = { sentBefore: null, meta: send, isSample: true }
        const { secret } = await timesheetApprovals.send(at, worked, draft, (html) => html, sending)
        await answer({ at, secret, contentSha256 })
      },
    }
  }
  type Asked = {
    readonly at: Parameters<typeof timesheetApprovals.month>[1]
    readonly secret: string
    readonly contentSha256: string
  }
  return [
    sentMonth('audit', 2, 'achats@hydravion.example', ({ at, secret, contentSha256 }) => {
      const approval = {
        answer: 'approve',
        name: 'Inès Caron',
        comment: '',
        contentSha256,
      } as const
      return timesheetApprovals.say(
        at,
        secret,
        approval,
        meta('approved audit', monthsBefore(today, 1)),
      )
    }),
    sentMonth('portal', 1, 'ateliers@brumaire.example', async () => {}),
  ]
}

/** A month's days as a busy freelancer enters them, up to `until`. */
function activitiesOf(
  year: number,
  month: number,
  back: number,
  until: Day,
  id: (key: string) => string,
): readonly Activity[] {
  const work = (day: Day, key: string, quantity: number): Activity => ({
    kind: 'work',
    projectId: id(key),
    day,
    quantity,
  })
  return workingDaysOf(year, month)
    .filter((day) => day <= until)
    .flatMap((day, i): Activity[] => {
      if (month === 8 && i < 10)
        return [{ kind: 'holiday', projectId: '', day, quantity: WHOLE_DAY }]
      if (i % 10 === 9) return [work(day, 'inhouse', HALF_DAY), work(day, 'portal', HALF_DAY)]
      if (back <= 8 && i % 5 === 3) return [work(day, 'audit', WHOLE_DAY)]
      if (back <= 5 && back % 2 === 0 && i === (month === 8 ? 14 : 4))
        return [work(day, 'hosting', WHOLE_DAY)]
      if (back <= 1 && i === 11) return [work(day, 'diagnosis', WHOLE_DAY)]
      return [work(day, 'portal', i % 7 === 6 ? HALF_DAY : WHOLE_DAY)]
    })
}
