import { useTranslation } from 'react-i18next'
import { LegalText } from './legal-text.tsx'
import { usePageData } from './page-data.ts'

/**
 * Path `/mentions-legales`. The page says what the operator has not configured; it invents nothing.
 */
export function NoticeScreen() {
  const { t } = useTranslation('home')
  const { publisher } = usePageData()
  return (
    <LegalText page="notice">
      <dl className="mt-9 max-w-[66ch] border-t border-line">
        {(['name', 'address', 'registration', 'contact', 'director', 'host'] as const).map(
          (field) => (
            <div
              key={field}
              className="grid gap-x-6 gap-y-1 border-b border-line py-2.5 md:grid-cols-[200px_1fr]"
            >
              <dt className="text-ink-muted">{t(`notice.field.${field}`)}</dt>
              <dd>
                {publisher[field] ? (
                  <bdi>{publisher[field]}</bdi>
                ) : (
                  <span className="text-ink-subtle">{t('notice.missing')}</span>
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
    </LegalText>
  )
}
