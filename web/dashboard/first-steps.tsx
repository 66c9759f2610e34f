import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FirstSteps as Steps } from '#contract/dashboard/dashboard.contract.ts'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import { Company } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { timesheetRoutes } from '#contract/timesheets/timesheets.contract.ts'
import { useBillMonth } from '#web/billing/use-bill-month.ts'
import { NewClientDialog } from '#web/customers/new-client-dialog.tsx'
import { clientOf } from '#web/customers/registry-client.ts'
import { call } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { MoneyField } from '#web/kernel/form/number-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { Button, LinkButton } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { numberText, today } from '#web/kernel/words/formats.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'
import {
  firstDay,
  monthKey,
  monthOfDay,
  monthsOn,
  type YearMonth,
} from '#web/kernel/words/year-month.ts'
import { RegistrySearch } from '#web/profile/registry-search.tsx'
import { contractQuery } from '#web/projects/projects.queries.ts'
import { paths } from '#web/screens.ts'
import { activityOf, cellKey, cellsOf, type Day, daysOf, isDue } from '#web/timesheets/month.ts'
import { entryOf, partOfDay } from '#web/timesheets/quantity.ts'
import { monthQuery } from '#web/timesheets/month.queries.ts'

const STEPS = ['client', 'contract', 'days', 'bill'] as const
type Step = (typeof STEPS)[number]

/** The first of the four that is not there yet. A draft needs neither contract nor days. */
export const stepNow = ({ clientId, contractId, month, draftId }: Steps): Step =>
  draftId !== 0
    ? 'bill'
    : clientId === 0
      ? 'client'
      : contractId === 0
        ? 'contract'
        : month === null
          ? 'days'
          : 'bill'

/** The way to the first bill: four lines, each with the one action that does it. */
export function FirstSteps({ profileId, steps }: { profileId: string; steps: Steps }) {
  const { t } = useTranslation('dashboard')
  const now = stepNow(steps)
  const isDone: Readonly<Record<Step, boolean>> = {
    client: steps.clientId !== 0,
    contract: steps.contractId !== 0,
    days: steps.month !== null,
    bill: false,
  }
  const acts: Readonly<Record<Step, ReactNode>> = {
    client: <ClientStep />,
    contract: <ContractStep profileId={profileId} clientId={String(steps.clientId)} />,
    days: <DaysStep profileId={profileId} projectId={String(steps.contractId)} />,
    bill: <BillStep profileId={profileId} steps={steps} />,
  }
  return (
    <Row
      margin={t('margin.first')}
      ruled
      className="[&>.sheet-body]:py-1 [&>.sheet-margin]:pt-[22px]"
    >
      <h2 className="sr-only">{t('margin.first')}</h2>
      <ol>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className="flex gap-4 border-b border-line py-4 last:border-0"
            aria-current={step === now ? 'step' : undefined}
          >
            <span
              className={clsx(
                'num mt-px grid size-6 shrink-0 place-items-center rounded-full border text-xs',
                isDone[step]
                  ? 'border-positive text-positive'
                  : step === now
                    ? 'border-warm text-warm'
                    : 'border-line-strong text-ink-subtle',
              )}
            >
              {isDone[step] ? (
                <>
                  <Check size={13} strokeWidth={1.9} />
                  <span className="sr-only">{t('first.done')}</span>
                </>
              ) : (
                index + 1
              )}
            </span>
            <div className="min-w-0 grow">
              <p className={clsx('font-medium', step !== now && 'text-ink-muted')}>
                {t(`first.${step}.title`)}
                {step === 'client' && steps.client && (
                  <span className="font-normal">
                    {' '}
                    <bdi>{steps.client}</bdi>
                  </span>
                )}
              </p>
              {step === now && (
                <>
                  <p className="text-sm text-ink-muted">{t(`first.${step}.body`)}</p>
                  <div className="mt-3 max-w-[620px]">{acts[step]}</div>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Row>
  )
}

/** In the first days of a month one bills the one before. */
const monthToBill = (): YearMonth => {
  const at = monthOfDay(today())
  return new Date(today()).getUTCDate() <= 3 ? monthsOn(at, -1) : at
}

const COUNTED = ['dashboard', 'customers', 'projects', 'timesheets', 'billing']

/** The registry right here: what is picked becomes the client. */
function ClientStep() {
  const { t } = useTranslation('dashboard')
  const { can } = useSession()
  const [byHand, setByHand] = useState<string | null>(null)
  const add = useWrite(recordEndpoints(Company).add, {
    invalidates: COUNTED,
    done: { kind: 'added' },
  })
  if (!can('perm_company_add'))
    return <p className="text-sm text-ink-muted">{t('first.notPermitted')}</p>
  return (
    <>
      <RegistrySearch
        autoFocus
        onManual={setByHand}
        onPick={(company) => add.mutate({ body: { ...clientOf(company), kind: 'customer' } })}
      />
      {byHand !== null && (
        <NewClientDialog
          name={byHand}
          onClose={() => setByHand(null)}
          onMade={() => setByHand(null)}
        />
      )}
    </>
  )
}

const Terms = z.object({ title: z.string().trim().min(1).max(200), priceHT: z.number().positive() })

/**
 * Necessary terms of a contract by the day: its subject and its price. All other terms can be
 * changed on its page.
 */
function ContractStep({ profileId, clientId }: { profileId: string; clientId: string }) {
  const { t } = useTranslation(['dashboard', 'projects', 'kernel'])
  const label = useLabels('project')
  const { can } = useSession()
  const add = useWrite(projectRoutes.add, {
    invalidates: COUNTED,
    done: { kind: 'added' },
  })
  const form = useCarnetForm({
    schema: Terms,
    values: useMemo(() => ({ title: t('first.contract.usual'), priceHT: 0 }), [t]),
    // Start on the month's first day, so that all of its days can be filled in. VAT and currency
    // are the profile's.
    save: (terms) =>
      add.mutateAsync({
        body: {
          ...terms,
          profileId,
          clientId,
          isBillable: true,
          priceMode: 'day',
          paymentDeadline: 30,
          startDate: firstDay(monthToBill()),
        },
      }),
  })
  if (!can('perm_contract_add'))
    return <p className="text-sm text-ink-muted">{t('first.notPermitted')}</p>
  return (
    <Form form={form} className="space-y-3">
      <FormProblem form={form} />
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_180px_auto]">
        <TextField name="title" label={label('title')} required />
        <MoneyField name="priceHT" label={t('first.contract.price')} required autoFocus />
        <SubmitButton form={form} className="sm:mt-[22px]">
          {t('first.contract.act')}
        </SubmitButton>
      </div>
    </Form>
  )
}

/** Past working days of the month, on the contract, in one stroke; or one by one in the sheet. */
function DaysStep({ profileId, projectId }: { profileId: string; projectId: string }) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const { can } = useSession()
  const queries = useQueryClient()
  const at = monthToBill()
  const month = useQuery(monthQuery(profileId, at))
  const contract = useQuery(contractQuery(profileId, projectId)).data
  const days =
    month.data && contract
      ? daysOf(at, month.data, today(), [contract]).filter((day) => isDue(day) && isFree(day))
      : []
  const wholeDay = partOfDay(
    entryOf(contract?.timeUnit ?? 'halfDay', contract?.hoursPerDay ?? 0),
    1,
  )
  function isFree({ at: day }: Day): boolean {
    return !month.data?.activities.some((activity) => activity.day === day)
  }
  const fill = useMutation({
    mutationFn: () =>
      call(timesheetRoutes.record, {
        params: { profileId, ...at },
        body: {
          version: month.data?.version ?? 0,
          activities: [
            ...Array.from(cellsOf(month.data?.activities ?? []), ([key, quantity]) =>
              activityOf(key, quantity),
            ),
            ...days.map((day) => activityOf(cellKey(day.at, projectId), wholeDay)),
          ],
        },
      }),
    onSuccess: () =>
      Promise.all(COUNTED.map((context) => queries.invalidateQueries({ queryKey: [context] }))),
  })
  const name = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    timeZone: 'UTC',
  }).format(firstDay(at))
  const sheet = paths.timesheets.to({}, { month: monthKey(at) })
  return (
    <p className="flex flex-wrap gap-2">
      {days.length > 0 && can('perm_timesheet_add') && (
        <Button variant="primary" pending={fill.isPending} onClick={() => fill.mutate()}>
          {t('first.days.act', {
            count: days.length,
            figure: numberText(language, days.length),
            month: name,
          })}
        </Button>
      )}
      <LinkButton to={sheet} variant={days.length > 0 ? 'plain' : 'primary'}>
        {t('first.days.sheet')}
      </LinkButton>
    </p>
  )
}

function BillStep({ profileId, steps: { draftId, month } }: { profileId: string; steps: Steps }) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const { can } = useSession()
  const bill = useBillMonth(profileId)
  if (draftId !== 0)
    return (
      <LinkButton to={paths.bill.to({ id: draftId }, { do: 'issue' })} variant="primary">
        {t('first.bill.issue')}
      </LinkButton>
    )
  if (month === null || !can('perm_billing_add'))
    return <p className="text-sm text-ink-muted">{t('first.notPermitted')}</p>
  return (
    <Button variant="primary" pending={bill.pending} onClick={() => bill.run(month)}>
      {t('first.bill.act', {
        count: month.days,
        figure: numberText(language, month.days),
      })}
    </Button>
  )
}
