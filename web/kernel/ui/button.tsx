import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { Link } from 'react-router-dom'

type Look = {
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'sm' | 'md' | 'lg'
  readonly icon?: LucideIcon | undefined
  /** Icon with a direction: mirrored in right-to-left languages. */
  readonly points?: boolean
  readonly end?: ReactNode
}

const classOf = ({ variant = 'plain', size = 'md' }: Look, more?: string) =>
  clsx('btn', variant !== 'plain' && `btn-${variant}`, size !== 'md' && `btn-${size}`, more)

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'type'> & {
    readonly type?: 'button' | 'submit'
    /** Why it is disabled: the button stays focusable and announces the reason. */
    readonly disabledReason?: string | undefined
    /** Called instead of `onClick` while there is a reason: leads to what is missing. */
    readonly onStopped?: (() => void) | undefined
    /** Running: shows it and ignores further clicks. */
    readonly pending?: boolean
    readonly ref?: Ref<HTMLButtonElement>
  }

export function Button({
  variant,
  size,
  icon: Icon,
  points = false,
  end,
  disabledReason,
  onStopped,
  pending = false,
  className,
  onClick,
  children,
  type,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const stopped = pending || disabledReason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!stopped) return onClick?.(event)
    event.preventDefault()
    if (!pending) onStopped?.()
  }
  return (
    <>
      <button
        {...rest}
        type={type === 'submit' ? 'submit' : 'button'}
        className={classOf({ ...(variant && { variant }), ...(size && { size }) }, className)}
        onClick={press}
        aria-disabled={disabledReason !== undefined || undefined}
        aria-busy={pending || undefined}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        title={disabledReason ?? rest.title}
      >
        {Icon && <Icon size={16} className={points ? 'rtl:-scale-x-100' : undefined} />}
        {children}
        {end}
      </button>
      {disabledReason && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  )
}

export function LinkButton({
  to,
  variant,
  size,
  icon: Icon,
  end,
  className,
  children,
}: Omit<Look, 'points'> & { to: string; className?: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className={classOf({ ...(variant && { variant }), ...(size && { size }) }, className)}
    >
      {Icon && <Icon size={16} />}
      {children}
      {end}
    </Link>
  )
}

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> & {
  readonly icon: LucideIcon
  /** Label for screen readers, and tooltip. */
  readonly label: string
  readonly size?: number
  /** Has a direction: mirrored in right-to-left languages. */
  readonly points?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  icon: Icon,
  label,
  size = 17,
  points = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={clsx('icon-btn', className)}
      aria-label={label}
      title={label}
    >
      <Icon size={size} className={points ? 'rtl:-scale-x-100' : undefined} />
    </button>
  )
}

/** A key, labelled as on the keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className="kbd">{children}</kbd>
