import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { Company } from '#contract/records.ts'
import type { ApiProblem } from '#web/kernel/data/client.ts'
import { paths } from '#web/screens.ts'
import { RecordValue } from '#web/kernel/records/record-value.tsx'
import { SampleSlips } from '#web/kernel/ui/sample.tsx'
import { Siren } from '#web/kernel/ui/values.tsx'
import { RecordScreen } from '#web/kernel/records/record-screen.tsx'

const RegistrySearch = lazy(async () => ({
  default: (await import('#web/profile/registry-search.tsx')).RegistrySearch,
}))

/** Route `/admin/customer/company`: those one works for. */
export const CompaniesScreen = () => <Companies kind="customer" />

export function Companies({ kind }: { kind: 'customer' | 'prospect' }) {
  return (
    <RecordScreen
      type={Company}
      fixed={FIXED[kind]}
      variant={kind}
      formHead={(fill) => (
        <Suspense fallback={<div className="h-[66px]" />}>
          <RegistrySearch
            onPick={({ name, legalStatus, siren, siret, address, sector, TvaNumber }) =>
              fill({ name, legalStatus, siren, siret, address, TvaNumber, ...(sector && { sector }) })
            }
          />
        </Suspense>
      )}
      phone={(row) => ({
        status: (
          <span className="block truncate text-sm text-ink-muted">
            <RecordValue type={Company} row={row} name="address" />
          </span>
        ),
        note: <RecordValue type={Company} row={row} name="siren" />,
      })}
      refused={standingBills}
      sample={
        <SampleSlips
          slips={[
            { title: 'Atelier Brumaire', note: '69004 Lyon-sur-Papier', end: <Siren value="000000109" /> },
            { title: 'Coopérative Lampadaire', note: '44000 Nantes-Fictive', end: <Siren value="000000505" /> },
          ]}
        />
      }
    />
  )
}

/** One object a kind: what a query is keyed by stays the same between renders. */
const FIXED = { customer: { kind: 'customer' }, prospect: { kind: 'prospect' } } as const

const BILL = /^bills\.[^.]+\.([^.]+)$/

/** The server's sentence and a link to each bill in the way; undefined for any other refusal. */
export function standingBills(problem: ApiProblem) {
  if (problem.code !== 'COMPANY_HAS_BILL_LINES') return undefined
  const bills = problem.fields.flatMap((field) => {
    const id = BILL.exec(field.path)?.[1]
    return id ? [{ id, name: field.message }] : []
  })
  return (
    <div role="alert">
      <p>{problem.message}</p>
      <ul className="mt-3 grid max-h-[240px] gap-1 overflow-y-auto">
        {bills.map((bill) => (
          <li key={bill.id}>
            <Link className="link" to={paths.bill.to({ id: bill.id })}>
              <bdi>{bill.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
