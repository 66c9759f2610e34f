import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts'
import { dayText, hoursText, numberText } from '#web/kernel/words/formats.ts'
import { Meter } from '#web/kernel/ui/figures.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'

type Contract = Dashboard['contracts'][number]
/** With this many days left, a contract's end is shown as near. @unit days */
const NEAR = 14

/** Running contracts: days done of those sold, amount left to bill, end. */
export function RunningContracts({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useTranslation('dashboard')
  const { can } = useSession()
  if (contracts.length === 0) return null
  return (
    <Row
      margin={t('margin.contracts')}
      className="[&>.sheet-body]:pt-5 [&>.sheet-body]:pb-8 [&>.sheet-margin]:pt-[28px]"
    >
      <div className="flex min-h-[32px] flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="h2">{t('contracts.title')}</h2>
        {can('perm_contract_menu') && (
          <Link className="link text-sm" to={paths.contracts.to()}>
            {t('contracts.all')}
          </Link>
        )}
      </div>
      <ul className="mt-1">
        {contracts.map((contract) => (
          <ContractRow key={contract.id} contract={contract} link={can('perm_contract_menu')} />
        ))}
      </ul>
    </Row>
  )
}

function ContractRow({ contract, link }: { contract: Contract; link: boolean }) {
  const { t } = useTranslation('dashboard')
  const { language } = usePreferences()
  const { client, title, ref, consumedDays, soldDays, leftHT, currency, endDate, endsInDays } =
    contract
  const name = client || title || ref
  const { hoursPerDay } = contract
  const inUnit = (days: number) =>
    hoursPerDay === undefined ? numberText(language, days) : hoursText(language, days * hoursPerDay)
  const done = inUnit(consumedDays)
  const isOfDays = hoursPerDay === undefined
  const near = endsInDays !== null && endsInDays <= NEAR
  const endWords = (): string => {
    if (!contract.billable) return t('contracts.own')
    if (endsInDays === null || endDate === 0) return t('contracts.open')
    if (!near) return t('contracts.until', { date: dayText(language, endDate, 'list') })
    return endsInDays === 0
      ? t('contracts.endsToday')
      : t('contracts.endsIn', { count: endsInDays })
  }
  return (
    <li className="grid grid-cols-2 items-center gap-x-6 gap-y-1 border-b border-line py-3 last:border-0 max-md:gap-y-2 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_130px_150px]">
      <div className="min-w-0 max-md:col-span-2">
        <div className="truncate font-medium">
          {link ? (
            <Link className="hover:underline" to={paths.contract.to({ id: contract.id })}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </div>
        {client && (
          <div className="truncate text-sm text-ink-muted">
            <bdi>{title || ref}</bdi>
          </div>
        )}
      </div>
      <div className={leftHT === null ? undefined : 'max-md:col-span-2'}>
        {soldDays > 0 && (
          <Meter done={consumedDays} planned={soldDays} label={t('contracts.meter', { name })} />
        )}
        <div className={soldDays > 0 ? 'mt-1.5 text-xs text-ink-muted' : 'text-sm text-ink-muted'}>
          {soldDays > 0
            ? t(isOfDays ? 'contracts.doneOf' : 'contracts.hoursOf', {
                count: soldDays,
                done,
                figure: inUnit(soldDays),
              })
            : t(isOfDays ? 'contracts.done' : 'contracts.hours', {
                count: consumedDays,
                figure: done,
              })}
        </div>
      </div>
      <div className={`font-medium md:text-end ${leftHT === null ? 'max-md:hidden' : ''}`}>
        {leftHT !== null && (
          <>
            <Amount major={leftHT} currency={currency} />
            <div className="text-xs font-normal text-ink-subtle">{t('contracts.left')}</div>
          </>
        )}
      </div>
      <div className={`text-end text-sm ${near ? 'font-medium text-warm' : 'text-ink-muted'}`}>
        {endWords()}
      </div>
    </li>
  )
}
