import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'

/** Companies whose jobs the user does not want to see: each can be shown again. */
export function HiddenCompanies({ companies }: { companies: readonly string[] }) {
  const { t } = useTranslation('prospecting')
  const show = useWrite(prospectingRoutes.showCompany, {
    invalidates: ['prospecting'],
    done: t('hunt.companyShown'),
  })
  if (companies.length === 0) return null
  return (
    <section className="mt-3 text-sm" aria-label={t('hunt.hiddenCompanies')}>
      <h2 className="text-ink-subtle">{t('hunt.hiddenCompanies')}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-4">
        {companies.map((company) => (
          <li key={company} className="inline-flex items-center gap-1">
            <bdi>{company}</bdi>
            <IconButton
              icon={Eye}
              label={t('hunt.showCompany', { name: `\u2068${company}\u2069` })}
              onClick={() => show.mutate({ params: { company } })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
