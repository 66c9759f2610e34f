import { Dialog, DialogPanel } from '@headlessui/react'
import { X } from 'lucide-react'
import { startTransition, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { LateParts, unlessHidden } from '#web/kernel/ui/late-parts.tsx'
import { languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { setPreferences, usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { NavGroups } from './nav.tsx'

/** The whole menu on a phone, with language and theme, for which the header has no room. */
export function SheetMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('kernel')
  const { language: present, theme } = usePreferences()
  const { setLanguage } = useSession()
  const panel = useRef<HTMLDivElement>(null)
  // A phone has no key that would wait for it, and the page below is drawn between its frames.
  const close = () => startTransition(onClose)
  return (
    <Dialog
      open
      onClose={unlessHidden(panel, close)}
      className="sheet-menu"
      aria-label={t('shell.nav')}
    >
      <DialogPanel ref={panel}>
        <div className="flex items-center justify-between py-2 ps-5 pe-3">
          <span className="h2">{t('shell.menu')}</span>
          <IconButton icon={X} label={t('action.close')} data-autofocus onClick={close} />
        </div>
        <LateParts lines={8}>
          <NavGroups onGo={onClose} />
        </LateParts>
        <div className="nav-group px-[18px] pt-5 text-sm">
          <h2 className="pb-2 text-xs font-medium text-ink-subtle">{t('shell.languages')}</h2>
          <div className="flex flex-wrap gap-2">
            {LANGUAGES.map((language) => (
              <button
                key={language}
                type="button"
                lang={language}
                className="btn btn-sm"
                aria-pressed={language === present}
                onClick={() => setLanguage(language)}
              >
                {languageName(language)}
              </button>
            ))}
          </div>
          <h2 className="pt-5 pb-2 text-xs font-medium text-ink-subtle">{t('shell.theme')}</h2>
          <div className="flex flex-wrap gap-2">
            {(['light', 'dark', 'system'] as const).map((one) => (
              <button
                key={one}
                type="button"
                className="btn btn-sm"
                aria-pressed={one === theme}
                onClick={() => setPreferences({ theme: one })}
              >
                {t(
                  one === 'light'
                    ? 'shell.themeLight'
                    : one === 'dark'
                      ? 'shell.themeDark'
                      : 'shell.themeSystem',
                )}
              </button>
            ))}
          </div>
        </div>
      </DialogPanel>
    </Dialog>
  )
}
