import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { billRoutes } from '#contract/billing.ts'
import type { Project } from '#contract/projects.ts'
import { Company } from '#contract/records.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { labelOf, useLabels } from '#web/kernel/words/labels.ts'
import { Note } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/kernel/shell/paths.ts'
import { useProblemText } from '#web/kernel/words/problem-text.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { recordQuery } from '#web/kernel/records/records.queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { LabelledIcon } from '#web/kernel/ui/labelled-icon.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import { readinessQuery } from '#web/profile/profile.queries.ts'
import { type Billable, useBillable } from './billable.ts'
import { firstDay, type YearMonth } from '#web/kernel/words/year-month.ts'
import { useRowWords } from './row-words.ts'

type Client = {
  readonly id: string
  readonly siren: string
  readonly TvaNumber: string
  readonly address: { readonly street: string; readonly postalCode: string; readonly city: string }
}

/**
 * Bills a month's days: which contract, what the draft will hold, and what is still missing, said before anything is made.
 * What is missing does not stop the draft; it would stop the issue, and the draft lists it again.
 */
export function BillDialog({
  profileId,
  at,
  contracts,
  onClose,
}: {
  profileId: string
  at: YearMonth
  contracts: readonly Project[]
  onClose: () => void
}) {
  const { t } = useTranslation('timesheets')
  const label = useLabels('project')
  const words = useRowWords()
  const navigate = useNavigate()
  const { can } = useSession()
  const problem = useProblemText()
  const found = useBillable(profileId, at, contracts) ?? []
  const [picked, setPicked] = useState('')
  const companies = useQuery({ ...recordQuery(Company), enabled: can('perm_company_menu') })
  const readiness = useQuery({ ...readinessQuery(profileId), enabled: can('perm_professional_info_menu') })
  const create = useWrite(billRoutes.add, {
    invalidates: ['billing', 'dashboard', 'projects'],
    done: t('bill.created'),
    onDone: (reply) => void navigate(paths.bill.to({ id: reply.id })),
    failure: 'shown-by-caller',
  })

  const chosen =
    found.find(({ contract }) => contract.id === picked) ??
    found.find(({ billedBy }) => billedBy.length === 0) ??
    found[0]
  const refs = (one: Billable) => one.billedBy.map((bill) => bill.ref || t('bill.draft'))
  const client =
    chosen && (companies.data as readonly Client[] | undefined)?.find(({ id }) => id === chosen.contract.clientId)
  const month = words.monthName(firstDay(at))

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('bill.title', { month: words.monthYear(firstDay(at)) })}
      foot={
        <>
          <Button onClick={onClose}>{t('bill.cancel')}</Button>
          <Button
            variant="primary"
            pending={create.isPending}
            {...(!chosen
              ? { disabledReason: t('bill.nothing') }
              : // The server would not issue a second bill of the same days.
                chosen.billedBy.length > 0 && { disabledReason: t('bill.already', { ref: refs(chosen).join(', ') }) })}
            onClick={() =>
              chosen && create.mutate({ body: { profileId, fromTimesheet: { projectId: chosen.contract.id, ...at } } })
            }
          >
            {t('bill.create')}
          </Button>
        </>
      }
    >
      {found.length === 0 ? (
        <p className="mt-2 text-ink-muted">{t('bill.nothingIn', { month })}</p>
      ) : (
        <>
          <p className="mt-2 text-ink-muted">{t('bill.choose')}</p>
          <div role="radiogroup" aria-label={t('bill.choose')} className="mt-2">
            {found.map((one) => (
              <Choice
                key={one.contract.id}
                one={one}
                chosen={one === chosen}
                onPick={() => setPicked(one.contract.id)}
                billed={refs(one)}
              />
            ))}
          </div>
          {chosen && (
            <section aria-labelledby="bill-needs" className="mt-4">
              <h3 id="bill-needs" className="h2">
                {t('bill.needs')}
              </h3>
              <ul className="mt-1.5 grid gap-1.5">
                {chosen.contract.priceMode === 'day' ? (
                  <Need ok={chosen.contract.priceHT > 0} to={paths.contract.to({ id: chosen.contract.id })}>
                    {label('priceHT')}
                  </Need>
                ) : (
                  <Need ok={false}>{t('bill.fixedPrice')}</Need>
                )}
                {companies.data &&
                  (['address', 'siren', 'TvaNumber'] as const).map((field) => (
                    <Need
                      key={field}
                      ok={client ? isThere(client, field) : false}
                      to={paths.companies.to({}, { open: String(chosen.contract.clientId || '') })}
                    >
                      {t('bill.ofClient', { field: labelOf('company', field) ?? field })}
                    </Need>
                  ))}
                {readiness.data &&
                  (readiness.data.missing.length === 0 ? (
                    <Need ok>{t('bill.profileReady')}</Need>
                  ) : (
                    readiness.data.missing.map((path) => (
                      <Need key={path} ok={false} to={paths.profiles.to({}, { open: profileId })}>
                        {t('bill.ofProfile', { field: labelOf('professionalInfo', path) ?? path })}
                      </Need>
                    ))
                  ))}
              </ul>
              <p className="hint">{t('bill.laterToo')}</p>
            </section>
          )}
        </>
      )}
      {create.error && (
        <div role="alert" className="mt-4">
          <Note tone="negative">{problem(create.error)}</Note>
        </div>
      )}
    </Dialog>
  )
}

const isThere = (company: Client, field: 'address' | 'siren' | 'TvaNumber') =>
  field === 'address'
    ? Boolean(company.address.street && company.address.postalCode && company.address.city)
    : Boolean(company[field])

function Choice({
  one: { contract, days, amount },
  chosen,
  onPick,
  billed,
}: {
  one: Billable
  chosen: boolean
  onPick: () => void
  billed: readonly string[]
}) {
  const { t } = useTranslation('timesheets')
  const words = useRowWords()
  return (
    <label className="flex items-center gap-3 border-b border-line py-2.5">
      <input type="radio" name="bill-contract" className="radio" checked={chosen} onChange={onPick} />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          <bdi>{contract.client || contract.title || contract.ref}</bdi>
        </span>
        <span className="block truncate text-xs text-ink-subtle">
          <bdi>{contract.title || contract.ref}</bdi>
          {billed.length > 0 && (
            <span className="text-warning"> · {t('bill.already', { ref: billed.join(', ') })}</span>
          )}
        </span>
      </span>
      <span className="num text-sm text-ink-muted">{words.days(days)}</span>
      <span className="min-w-[104px] text-end">
        {amount === null ? (
          <span className="text-ink-subtle">{t('grid.fixed')}</span>
        ) : (
          <Amount major={amount} currency={contract.currency} />
        )}
      </span>
    </label>
  )
}

/** A point met, or what is missing and where it is mended. */
function Need({ ok, to, children }: { ok: boolean; to?: string; children: ReactNode }) {
  const { t } = useTranslation('timesheets')
  return (
    <li className="flex items-center gap-2">
      {ok ? (
        <LabelledIcon icon={Check} label={t('bill.ok')} className="shrink-0 text-positive" />
      ) : (
        <LabelledIcon icon={CircleAlert} label={t('bill.missing')} className="shrink-0 text-negative" />
      )}
      <span>
        {children}
        {!ok && to && (
          <>
            {' '}
            <Link className="link" to={to}>
              {t('bill.mend')}
            </Link>
          </>
        )}
      </span>
    </li>
  )
}
