import { useQuery } from '@tanstack/react-query'
import { Link2Off, LockOpen, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { MonthApproval } from '#contract/timesheets/timesheets.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row as SheetRow } from '#web/kernel/ui/page.tsx'
import { Status, type StatusKind } from '#web/kernel/ui/status.tsx'
import { dayText, instantText, listText } from '#web/kernel/words/formats.ts'
import { firstDay, monthKey } from '#web/kernel/words/year-month.ts'
import { paths } from '#web/screens.ts'
import { waitingQuery } from './approvals.queries.ts'
import { type Row, rowHours, rowTotal } from './month.ts'
import { useRowWords } from './row-words.ts'
import type { OpenMonth } from './use-month-state.ts'
import { late } from '#web/kernel/ui/late.tsx'

const Withdraw = late(async () => (await import('./approval-dialogs.tsx')).Withdraw)
const Reopen = late(async () => (await import('./approval-dialogs.tsx')).Reopen)
const ApprovalMailDialog = late(
  async () => (await import('./approval-mail-dialog.tsx')).ApprovalMailDialog,
)

const KINDS: Readonly<Record<MonthApproval['status'], StatusKind>> = {
  sent: 'sent',
  seen: 'part',
  noted: 'issued',
  commented: 'wait',
  approved: 'paid',
  reopened: 'credit',
  withdrawn: 'draft',
}

type ChosenAct = { readonly act: 'send' | 'withdraw' | 'reopen'; readonly projectId: string }
type MonthProps = {
  month: OpenMonth
  approvals: readonly MonthApproval[]
  /** Days are being saved: what would be sent is not what is shown. */
  isSaving: boolean
}

/** Where each contract of the month stands with its client, and the other months that wait. */
export function MonthApprovals({
  month: { profileId, at, rows, days, state },
  approvals,
  isSaving,
}: MonthProps) {
  const { t } = useTranslation('timesheets')
  const [chosen, setChosen] = useState<ChosenAct | null>(null)
  const waiting = useQuery(waitingQuery(profileId)).data ?? []
  const others = waiting.filter(({ year, month }) => year !== at.year || month !== at.month)
  const of = new Map(approvals.map((one) => [one.projectId, one]))
  const lines = rows.flatMap((row) => {
    const total = rowTotal(state.cells, row.key, days)
    const approval = of.get(row.key)
    const isTheirs = row.contract?.isBillable === true && total > 0
    const hours = rowHours(state.cells, row.key, days)
    return approval || isTheirs ? [{ row, total, hours, approval }] : []
  })
  if (lines.length === 0 && others.length === 0) return null
  const close = () => setChosen(null)
  const current = chosen && of.get(chosen.projectId)
  return (
    <SheetRow
      margin={t('approval.margin')}
      className="border-t border-line pt-5 pb-6 [&>.sheet-margin]:pt-[3px]"
    >
      {lines.length > 0 && (
        <section aria-labelledby="approval-title">
          <h2 className="h2" id="approval-title">
            {t('approval.title')}
          </h2>
          <ul className="mt-2">
            {lines.map(({ row, total, hours, approval }) => (
              <ApprovalLine
                key={row.key}
                {...{ row, total, hours, approval, isSaving }}
                onAct={(act) => setChosen({ act, projectId: row.key })}
              />
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && <Waiting months={others} isAlone={lines.length === 0} />}
      {chosen?.act === 'send' && (
        <ApprovalMailDialog
          {...{ profileId, at }}
          projectId={chosen.projectId}
          isAgain={(current?.linkUntil ?? 0) > 0}
          onClose={close}
        />
      )}
      {chosen?.act === 'withdraw' && (
        <Withdraw params={{ profileId, ...at, projectId: chosen.projectId }} onClose={close} />
      )}
      {chosen?.act === 'reopen' && current && (
        <Reopen
          params={{ profileId, ...at, projectId: chosen.projectId }}
          approval={current}
          onClose={close}
        />
      )}
    </SheetRow>
  )
}

function ApprovalLine({
  row,
  total,
  hours,
  approval,
  isSaving,
  onAct,
}: {
  row: Row
  total: number
  /** Null unless all of it was entered by the hour. */
  hours: number | null
  approval: MonthApproval | undefined
  isSaving: boolean
  onAct: (act: ChosenAct['act']) => void
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { can } = useSession()
  const { name, note } = words.row(row)
  const isApproved = approval?.status === 'approved'
  const mayAct = can('perm_timesheet_update')
  const hasLink = (approval?.linkUntil ?? 0) > 0
  const sendAct = (
    <Button
      size="sm"
      icon={Send}
      disabledReason={
        isSaving ? t('approval.saving') : total === 0 ? t('approval.noDay') : undefined
      }
      onClick={() => onAct('send')}
    >
      {t(approval ? 'approval.sendAgain' : 'approval.send')}
    </Button>
  )
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 grow basis-[260px]">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-ink-subtle">
          {note}
          {note !== '' && ' · '}
          <span className="num">{hours === null ? words.days(total) : words.hours(hours)}</span>
        </p>
        {approval && <Notes notes={approval.notes} />}
      </div>
      <div className="min-w-0 basis-[260px] max-md:basis-full">
        {approval ? (
          <Standing approval={approval} />
        ) : (
          <Status kind="draft">{t('approval.none')}</Status>
        )}
      </div>
      {mayAct && (
        <div className="flex flex-wrap justify-end gap-2 max-md:w-full max-md:justify-start md:min-w-[260px]">
          {isApproved ? (
            <Button size="sm" icon={LockOpen} onClick={() => onAct('reopen')}>
              {t('approval.reopen')}
            </Button>
          ) : (
            sendAct
          )}
          {hasLink && (
            <Button size="sm" variant="quiet" icon={Link2Off} onClick={() => onAct('withdraw')}>
              {t('approval.withdraw')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** The state, with its moment and who brought it about. */
function Standing({ approval }: { approval: MonthApproval }) {
  const { t } = useTranslation('timesheets')
  const { language } = usePreferences()
  const { status, ready, at, name, reason, recipients, changed, linkUntil } = approval
  const details = {
    at: instantText(language, at),
    name: `\u2068${name}\u2069`,
    reason,
    to: `\u2068${listText(language, recipients)}\u2069`,
  }
  const isAnswered = status === 'approved' || status === 'noted' || status === 'commented'
  const detail =
    status === 'reopened'
      ? t('approval.why', details)
      : isAnswered
        ? t('approval.by', details)
        : status === 'sent'
          ? t('approval.to', details)
          : details.at
  return (
    <>
      <Status kind={ready ? 'draft' : KINDS[status]}>
        {ready ? t('approval.ready') : t(`timesheet.option.status.${status}`)}
      </Status>
      <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">{detail}</p>
      {changed && status !== 'reopened' && status !== 'withdrawn' && (
        <p className="text-sm text-warm">{t('approval.changed')}</p>
      )}
      {linkUntil > 0 && !isAnswered && (
        <p className="text-xs text-ink-subtle">
          {t('approval.until', { day: dayText(language, linkUntil, 'long') })}
        </p>
      )}
    </>
  )
}

function Notes({ notes }: { notes: MonthApproval['notes'] }) {
  const { t } = useTranslation('timesheets')
  const { language } = usePreferences()
  if (notes.length === 0) return null
  return (
    <ul className="mt-1.5 grid gap-1.5" aria-label={t('approval.notes')}>
      {notes.map(({ at, name, text }) => (
        <li key={at} className="border-s-2 border-line-strong ps-3">
          <p className="text-xs text-ink-subtle">
            <bdi>{name}</bdi>, {instantText(language, at)}
          </p>
          <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-line" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}

type WaitingMonths = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof waitingQuery>['queryFn']>>>
>

function Waiting({
  months,
  isAlone,
}: {
  months: readonly WaitingMonths[number][]
  isAlone: boolean
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  const { language } = usePreferences()
  return (
    <section aria-labelledby="waiting-title" className={isAlone ? '' : 'mt-6'}>
      <h2 className="h2" id="waiting-title">
        {t('approval.waiting')}
      </h2>
      <ul className="mt-2">
        {months.map((one) => (
          <li
            key={`${one.year} ${one.month} ${one.projectId}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-1.5 last:border-0"
          >
            <Link
              className="link basis-[150px]"
              to={paths.timesheets.to({}, { month: monthKey(one) })}
            >
              {words.month(firstDay(one))}
            </Link>
            <span className="min-w-0 grow truncate">
              <bdi>{one.client || one.title}</bdi>{' '}
              <span className="num text-ink-subtle">{words.days(one.days)}</span>
            </span>
            <Status
              kind={one.ready ? 'draft' : KINDS[one.status]}
              fact={instantText(language, one.at)}
            >
              {one.ready ? t('approval.ready') : t(`timesheet.option.status.${one.status}`)}
            </Status>
          </li>
        ))}
      </ul>
    </section>
  )
}
