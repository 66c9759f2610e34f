import clsx from 'clsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  planRoleRoutes,
  type SubscriptionProduct,
} from '#contract/subscription/subscription.contract.ts'
import { rolesQuery } from '#web/identity/identity.queries.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { PageHead, Section } from '#web/kernel/ui/page.tsx'
import { ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { minorDigits } from '#contract/kernel/currency.ts'
import { amountText } from '#web/kernel/words/formats.ts'
import { PER } from './periods.ts'
import { planRolesQuery, plansQuery } from './subscription.queries.ts'

type Price = SubscriptionProduct['prices'][number]

/** Route `/admin/access/priceplan`: the role that each price gives while it is paid. */
export function PlanRolesScreen() {
  // Names of the product's own roles are words of the accounts.
  const { t } = useTranslation(['subscription', 'identity'])
  const { language } = usePreferences()
  const plans = useQuery(plansQuery(language))
  const given = useQuery(planRolesQuery())
  const error = plans.error ?? given.error
  return (
    <>
      <PageHead title={t('pricePlanRole.title')} sub={t('roles.sub')} ruled />
      {error && (
        <ErrorState error={error} onRetry={() => Promise.all([plans.refetch(), given.refetch()])} />
      )}
      {!error && !(plans.data && given.data) && <Skeleton lines={6} />}
      {plans.data?.length === 0 && <p className="px-6 py-6 text-ink-muted">{t('roles.empty')}</p>}
      {given.data &&
        plans.data?.map((plan) => (
          <Section key={plan.id} name={plan.name}>
            <ul className="max-w-[640px]">
              {plan.prices.map((price) => (
                <PriceRole
                  key={price.id}
                  plan={plan.name}
                  price={price}
                  roleId={given.data.find(({ priceId }) => priceId === price.id)?.roleId ?? ''}
                />
              ))}
            </ul>
          </Section>
        ))}
    </>
  )
}

function PriceRole({ plan, price, roleId }: { plan: string; price: Price; roleId: string }) {
  const { t } = useTranslation('subscription')
  const { language } = usePreferences()
  const { can } = useSession()
  const roles = useQuery({ ...rolesQuery(), enabled: can('perm_access_roles_menu') }).data ?? []
  const done = { invalidates: ['subscription', 'identity'], done: t('roles.saved') } as const
  const set = useWrite(planRoleRoutes.set, done)
  const remove = useWrite(planRoleRoutes.remove, done)
  const { id, unitAmount, currency, interval } = price
  const minor = Math.round(unitAmount * 10 ** minorDigits(currency))
  const name = `${amountText(language, { minor, currency })} ${t(`plans.${PER[interval]}`)}`
  // Administration is not for sale.
  const choices = roles.filter(({ permissions }) => !permissions.includes('perm_admin'))
  return (
    <li
      className={clsx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-2',
        'border-b border-line py-3 last:border-b-0',
      )}
    >
      <span className="num">{name}</span>
      <NativeSelect
        className="min-w-[220px]"
        aria-label={t('roles.of', { plan: `\u2068${plan}\u2069`, price: name })}
        value={roleId}
        disabled={!can('perm_price_plan_roles_manage') || set.isPending || remove.isPending}
        onChange={({ target: { value } }) =>
          value === ''
            ? remove.mutate({ params: { priceId: id } })
            : set.mutate({ body: { priceId: id, roleId: value } })
        }
      >
        <option value="">{t('roles.none')}</option>
        {choices.map((role) => (
          <option key={role.id} value={role.id}>
            {role.name}
          </option>
        ))}
      </NativeSelect>
    </li>
  )
}
