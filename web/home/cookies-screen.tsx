import { useTranslation } from 'react-i18next'
import { LegalText } from './legal-text.tsx'

/** Every cookie that the server sets, with its word. */
const COOKIES = [
  ['carnet_session, __Host-carnet_session', 'session'],
  ['carnet_signin_…', 'signIn'],
  ['carnet_remember', 'remember'],
  ['carnet_device', 'device'],
  ['carnet_language', 'language'],
  ['_session, _interaction, __Host-carnet_provider', 'provider'],
  ['carnet_queues', 'queues'],
] as const

/** Path `/politique-cookies`. */
export function CookiesScreen() {
  const { t } = useTranslation('home')
  return (
    <LegalText page="cookies">
      <dl className="mt-9 max-w-[66ch] border-t border-line" aria-label={t('cookies.list')}>
        {COOKIES.map(([name, word]) => (
          <div
            key={name}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-2.5"
          >
            <dt className="num" dir="ltr" translate="no">
              {name}
            </dt>
            <dd className="text-ink-muted">{t(`cookies.${word}`)}</dd>
          </div>
        ))}
      </dl>
    </LegalText>
  )
}
