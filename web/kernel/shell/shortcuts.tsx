import { useTranslation } from 'react-i18next'
import { useActions, useKeyHelps } from '../ui/actions.tsx'
import { Button, Kbd } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { isMac } from './header.tsx'

/** Keys whose names no keyboard shows. */
const ARROWS = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

/** `Mod+K` → `Ctrl` `K`, named as on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation('kernel')
  const words: Readonly<Record<string, string>> = {
    Mod: isMac() ? '⌘' : 'Ctrl',
    Shift: t('key.shift'),
    Enter: t('key.enter'),
    Escape: t('key.escape'),
    ...ARROWS,
  }
  const named = (key: string) => words[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  return (
    <span className="inline-flex gap-1.5" dir="ltr">
      {keys.split('+').map((key) => (
        <Kbd key={key}>{named(key)}</Kbd>
      ))}
    </span>
  )
}

/** The shortcuts of this screen: `?`. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('kernel')
  const actions = useActions().filter((action) => action.keys && action.label)
  const own = [
    ...new Map(useKeyHelps().flatMap((keys) => keys.map((help) => [help.label, help]))).values(),
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('shortcuts.title')}
      foot={
        <Button onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
      }
    >
      <ul className="mt-3 border-t border-line">
        {actions.map((action) => (
          <li
            key={action.id}
            className="flex items-center justify-between gap-4 border-b border-line py-2"
          >
            <span>{action.label}</span>
            <Keys keys={action.keys ?? ''} />
          </li>
        ))}
        {own.map(({ label, keys }) => (
          <li
            key={label}
            className="flex items-center justify-between gap-4 border-b border-line py-2"
          >
            <span>{label}</span>
            <span className="flex gap-1.5">
              {keys.map((key) => (
                <Keys key={key} keys={key} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
