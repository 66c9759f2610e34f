import { type Action, useAction } from './actions.tsx'
import { Button, type ButtonProps } from './button.tsx'

/** A button that is an action of its screen too: in the palette and by its keys. */
export function ActButton({
  id,
  label,
  keys,
  run,
  icon,
  ...look
}: Pick<Action, 'id' | 'label' | 'keys' | 'run' | 'icon'> &
  Pick<ButtonProps, 'variant' | 'pending'>) {
  useAction({ id, label, run, ...(icon && { icon }), ...(keys && { keys }) })
  return (
    <Button {...look} icon={icon} onClick={run}>
      {label}
    </Button>
  )
}
