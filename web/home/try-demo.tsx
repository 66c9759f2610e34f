import { useTranslation } from 'react-i18next'
import { API } from '#contract/kernel/api.values.ts'
import { DEMO_PATH } from '#contract/identity/session.values.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { usePageData } from './page-data.ts'

/**
 * A form, since a demo makes an account: no robot that follows links begins one. It works without a
 * script, which only says that the demo is being opened.
 */
export function TryDemo({ className = '' }: { className?: string }) {
  const { t } = useTranslation('home')
  const { language } = usePreferences()
  const { hasDemo = false } = usePageData()
  if (!hasDemo) return null
  return (
    <form method="post" action={`${API}${DEMO_PATH}`} className={`for-visitors ${className}`}>
      <input type="hidden" name="lang" value={language} />
      <button type="submit" className="btn btn-lg max-md:w-full" data-opening={t('demo.opening')}>
        {t('demo.try')}
      </button>
    </form>
  )
}
