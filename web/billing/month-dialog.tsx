import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { type Bill, billRoutes } from '#contract/billing.ts'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { call } from '#web/kernel/data/client.ts'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { Note } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { useProblemText } from '#web/kernel/words/problem-text.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { notifySuccess } from '#web/kernel/ui/toasts.ts'
import { Amount, Days } from '#web/kernel/ui/values.tsx'
import { readinessQuery } from '#web/profile/profile.queries.ts'
import { monthQuery } from '#web/timesheets/month.queries.ts'
import { useClients, useContracts } from './bill.queries.ts'
import { TOUCHED } from './bills.queries.ts'
import { missingOf, type Unbilled, unbilledOf } from './unbilled.ts'

/** Bills the days of a month: which contracts, and what is missing before anything is made (TS6). */
export function MonthDialog({
  bills,
  year,
  month,
  monthName,
  onClose,
}: {
  bills: readonly Bill[]
  year: number
  month: number
  monthName: string
  onClose: () => void
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  const label = useLabels('professionalInfo')
  const problem = useProblemText()
  const { profileId } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const sheet = useQuery(monthQuery(profileId, { year, month }))
  const contracts = useContracts(profileId)
  const clients = useClients()
  const readiness = useQuery(readinessQuery(profileId))

  const rows = sheet.data && contracts.data ? unbilledOf(sheet.data, contracts.data, bills, year, month) : undefined
  const clientOf = (row: Unbilled) => clients.data?.find((client) => client.id === row.contract.clientId)
  // Days that are billed in part are left to the editor: the server's draft takes the whole month.
  const billable = (row: Unbilled) =>
    row.left > 0 &&
    row.billedBy.length === 0 &&
    !missingOf(row.contract, undefined).some((name) => name === 'rate' || name === 'fixed')
  const chosen = rows?.filter((row) => billable(row) && !unticked.includes(row.contract.id)) ?? []

  const create = useMutation({
    mutationFn: async () => {
      const made: string[] = []
      for (const row of chosen)
        made.push(
          (
            await call(billRoutes.add, {
              body: { profileId, fromTimesheet: { projectId: row.contract.id, year, month } },
            })
          ).id,
        )
      return made
    },
    onSettled: () => Promise.all(TOUCHED.map((context) => queries.invalidateQueries({ queryKey: [context] }))),
    onSuccess: (made) => {
      notifySuccess(t('month.done', { count: made.length }))
      if (made.length === 1 && made[0]) void navigate(paths.bill.to({ id: made[0] }))
      else onClose()
    },
    meta: { failure: 'shown-by-caller' },
  })

  const error = sheet.error ?? contracts.error ?? create.error
  const missing = readiness.data?.missing ?? []
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('month.title', { month: monthName, year })}
      foot={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('kernel:action.cancel')}
          </Button>
          <Button
            variant="primary"
            pending={create.isPending}
            disabledReason={chosen.length === 0 ? t('month.nothingChosen') : undefined}
            onClick={() => create.mutate()}
          >
            {t('month.create', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {error && (
        <div role="alert" className="mt-3">
          <Note
            tone="negative"
            icon={<CircleAlert size={16} strokeWidth={1.7} aria-hidden="true" className="text-negative" />}
          >
            {problem(error)}
          </Note>
        </div>
      )}
      {!rows && !error && <p className="mt-3 text-ink-muted">{t('kernel:state.loading')}…</p>}
      {rows?.length === 0 && (
        <div className="mt-3 text-ink-muted">
          <p>{t('month.none', { month: monthName })}</p>
          <p className="mt-3">
            <LinkButton to={paths.timesheets.to({}, { month: `${year}-${String(month).padStart(2, '0')}` })}>
              {t('month.openSheet')}
            </LinkButton>
          </p>
        </div>
      )}
      {rows && rows.length > 0 && (
        <>
          <p className="mt-2 text-ink-muted">{t('month.body')}</p>
          <ul className="mt-4 border-t border-line">
            {rows.map((row) => {
              const { contract, left, days, billedBy } = row
              const lacks = missingOf(contract, clientOf(row))
              const can = billable(row)
              return (
                <li key={contract.id} className="border-b border-line py-3">
                  <label className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3">
                    <input
                      type="checkbox"
                      className="check"
                      disabled={!can}
                      checked={can && !unticked.includes(contract.id)}
                      onChange={(event) =>
                        setUnticked((before) =>
                          event.target.checked ? before.filter((id) => id !== contract.id) : [...before, contract.id],
                        )
                      }
                    />
                    <span className="min-w-0">
                      <bdi className="block truncate font-medium">{contract.client || contract.title}</bdi>
                      <bdi className="block truncate text-sm text-ink-muted">{contract.title}</bdi>
                    </span>
                    <span className="text-end">
                      {contract.priceMode === 'day' && contract.priceHT > 0 && can ? (
                        <>
                          <span className="block font-medium">
                            <Amount major={left * contract.priceHT} currency={contract.currency} />
                          </span>
                          <span className="block text-sm text-ink-muted">
                            <Days value={left} /> × <Amount major={contract.priceHT} currency={contract.currency} />
                          </span>
                        </>
                      ) : (
                        <Days value={days} />
                      )}
                    </span>
                  </label>
                  {billedBy.length > 0 && (
                    <p className="mt-1 ps-7 text-sm text-ink-muted">
                      {t('month.billedBy')}{' '}
                      {billedBy.map((bill, index) => (
                        <span key={bill.id}>
                          {index > 0 && ', '}
                          <Link className="link" to={paths.bill.to({ id: bill.id })}>
                            <bdi>{bill.ref || t('list.aDraft')}</bdi>
                          </Link>
                        </span>
                      ))}
                    </p>
                  )}
                  {billedBy.length === 0 && lacks.length > 0 && (
                    <p className="mt-1 flex gap-2 ps-7 text-sm text-negative">
                      <CircleAlert size={15} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0" />
                      <span>
                        {lacks.map((name) => t(`month.missing.${name}`)).join(' ')}{' '}
                        <Link
                          className="link"
                          to={
                            lacks.includes('rate') || lacks.includes('fixed') || lacks.includes('client')
                              ? paths.contract.to({ id: contract.id })
                              : paths.companies.to({}, { open: String(contract.clientId) })
                          }
                        >
                          {t(lacks.includes('fixed') ? 'month.openContract' : 'month.mend')}
                        </Link>
                      </span>
                    </p>
                  )}
                </li>
              )
            })}
          </ul>
          {missing.length > 0 && (
            <p className="mt-3 flex gap-2 text-sm text-negative">
              <CircleAlert size={15} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span>
                {t('month.profileLacks')} {missing.map(label).join(', ')}.{' '}
                <Link className="link" to={paths.profiles.to({}, { open: profileId })}>
                  {t('month.mend')}
                </Link>
              </span>
            </p>
          )}
          <p className="mt-3 text-sm text-ink-subtle">{t('month.stillDraft')}</p>
        </>
      )}
    </Dialog>
  )
}
