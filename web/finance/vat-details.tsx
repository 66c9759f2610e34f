import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { VatPeriod } from '#contract/finance/vat.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { Leader } from '#web/kernel/ui/figures.tsx'
import { Note, Section } from '#web/kernel/ui/page.tsx'
import { Amount, DayText, useAmountText } from '#web/kernel/ui/values.tsx'
import { dayText, instantText, today } from '#web/kernel/words/formats.ts'
import { VatBoxes } from './vat-boxes.tsx'
import { VatSales } from './vat-sales.tsx'
import { SourceName, useSourcePlace } from './vat-source.tsx'
import { useChangeFact } from './vat-why.tsx'
import { vatLeftOutQuery } from './vat.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const KnownAtDialog = late(async () => (await import('./vat-known-dialog.tsx')).KnownAtDialog)

/** One period: its drift, what was known then, the boxes of the form, and what was left out. */
export function VatDetails({ period, knownAt }: { period: VatPeriod; knownAt: number }) {
  return (
    <>
      {period.state === 'declared' && knownAt === 0 && <Sealed period={period} />}
      <KnownThen period={period} knownAt={knownAt} />
      {knownAt === 0 && <VatSales period={period} />}
      <VatBoxes period={period} />
      <LeftOut period={period} />
    </>
  )
}

/** Declared figures, and changes since. */
function Sealed({ period }: { period: VatPeriod }) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const amount = useAmountText()
  const sealed = t('vatScreen.sealed', {
    day: instantText(language, period.declaredAt),
    name: period.declaredBy,
  })
  return (
    <Section name={t('vatScreen.part.declared')}>
      {period.drift === 0 && period.changeCount === 0 ? (
        <p className="text-ink-muted">
          {sealed} {t('vatScreen.noDrift')}
        </p>
      ) : (
        <Note tone="warm">
          <p className="font-semibold">
            {t('vatScreen.drift', { amount: amount({ major: period.drift, sign: 'always' }) })}
          </p>
          <p>
            {sealed} {t('vatScreen.next')}
          </p>
        </Note>
      )}
      <Changes period={period} />
    </Section>
  )
}

function Changes({ period }: { period: VatPeriod }) {
  const { t } = useTranslation('finance')
  const factOf = useChangeFact()
  if (period.changes.length === 0) return null
  return (
    <ul className="mt-3" aria-label={t('vatScreen.changes')}>
      {period.changes.map(factOf).map(({ id, day, label, note, to, value }) => (
        <li key={id} className="leader py-1.5">
          <span className="min-w-0">
            <span className="me-3 inline-block min-w-[58px] text-ink-subtle">
              <DayText at={day} />
            </span>
            {to ? (
              <Link className="link" to={to}>
                {label}
              </Link>
            ) : (
              label
            )}
            <span className="ms-2 text-xs text-ink-subtle">{note}</span>
          </span>
          <span className="num amt">{value}</span>
        </li>
      ))}
      {period.changeCount > period.changes.length && (
        <li className="text-xs text-ink-subtle">
          {t('vatScreen.why.more', { count: period.changeCount - period.changes.length })}
        </li>
      )}
    </ul>
  )
}

/** As known then beside as known now, each difference with its fact. */
function KnownThen({ period, knownAt }: { period: VatPeriod; knownAt: number }) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const [, set] = useUrlState({ known: '' })
  const [asking, setAsking] = useState(false)
  const compare = (at: number) => set({ known: at === 0 ? '' : String(at) })
  const [year, month, day] = [
    new Date(today()).getUTCFullYear(),
    new Date(today()).getUTCMonth(),
    new Date(today()).getUTCDate(),
  ]
  const moments = [
    ...(period.declaredAt === 0
      ? []
      : [{ at: period.declaredAt, label: t('vatScreen.known.declaration') }]),
    { at: Date.UTC(year, month - 1, day), label: t('vatScreen.known.month') },
    { at: Date.UTC(year, month - 3, day), label: t('vatScreen.known.quarter') },
  ]
  const rows = [
    {
      name: t('vatScreen.line.collected'),
      former: period.totalCollected,
      now: period.now.totalCollected,
    },
    {
      name: t('vatScreen.line.deductible'),
      former: -period.totalDeductible,
      now: -period.now.totalDeductible,
    },
  ]
  return (
    <Section
      name={t('vatScreen.part.known')}
      title={
        knownAt === 0
          ? t('vatScreen.known.title')
          : t('vatScreen.known.at', { day: instantText(language, knownAt) })
      }
      end={
        <DropMenu
          className="btn btn-sm"
          label={t('vatScreen.known.choose')}
          entries={[
            { label: t('vatScreen.known.now'), chosen: knownAt === 0, onSelect: () => compare(0) },
            ...moments.map(({ at, label }) => ({
              label,
              chosen: knownAt === at,
              onSelect: () => compare(at),
            })),
            { label: t('vatScreen.known.other'), onSelect: () => setAsking(true) },
          ]}
        >
          <History size={16} /> {t('vatScreen.known.choose')}
        </DropMenu>
      }
    >
      {knownAt === 0 ? (
        <p className="text-ink-muted">{t('vatScreen.known.text')}</p>
      ) : (
        <>
          <table className="w-full max-w-[640px] text-sm">
            <caption className="sr-only">{t('vatScreen.part.known')}</caption>
            <thead>
              <tr className="text-ink-muted">
                <th scope="col" className="text-start font-medium">
                  {t('vatScreen.inEuros')}
                </th>
                <th scope="col" className="fig font-medium">
                  {t('vatScreen.known.then')}
                </th>
                <th scope="col" className="fig font-medium">
                  {t('vatScreen.known.today')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, former, now }) => (
                <tr key={name}>
                  <th scope="row" className="py-1 text-start font-normal">
                    {name}
                  </th>
                  <td className="fig">
                    <Amount major={former} symbol={false} />
                  </td>
                  <td className="fig">
                    <Amount major={now} symbol={false} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {period.changes.length === 0 && (
            <p className="mt-2 text-ink-muted">{t('vatScreen.known.same')}</p>
          )}
          <Changes period={period} />
          <Button size="sm" variant="quiet" className="mt-2" onClick={() => compare(0)}>
            {t('vatScreen.known.leave')}
          </Button>
        </>
      )}
      {asking && <KnownAtDialog onClose={() => setAsking(false)} onChosen={compare} />}
    </Section>
  )
}

function LeftOut({ period }: { period: VatPeriod }) {
  const { t } = useTranslation('finance')
  const { profileId } = useSession()
  const { language } = usePreferences()
  const placeOf = useSourcePlace()
  const rows = useQuery(vatLeftOutQuery(profileId, period)).data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Section name={t('vatScreen.part.leftOut')} title={t('vatScreen.leftOut.title')}>
      <ul>
        {rows.map((row) => {
          const to = placeOf(row)
          const name = <SourceName of={row} />
          return (
            <li key={`${row.source} ${row.id}`} className="py-1">
              <Leader
                label={
                  <>
                    {to ? (
                      <Link className="link" to={to}>
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                    <span className="ms-2 text-xs text-ink-subtle">
                      {row.reason === 'later'
                        ? t('vatScreen.leftOut.later', { day: dayText(language, row.date) })
                        : t(`vatScreen.leftOut.${row.reason}`)}
                    </span>
                  </>
                }
              >
                <Amount major={row.amount} currency={row.currency} />
              </Leader>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
