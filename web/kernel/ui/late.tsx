import {
  Component,
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  useReducer,
  useState,
} from 'react'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { awaited } from '#web/kernel/words/pending.ts'
import { isUnloaded } from '#web/kernel/data/parts.ts'
import { Awaiting } from './awaiting.tsx'
import { ErrorState } from './states.tsx'

const lost = () => new ApiProblem(0, 'NETWORK', '')

export type LatePart<P extends object> = ((
  props: P & { readonly waiting?: ReactNode },
) => ReactNode) & {
  /** Loads the code before it is drawn. @throws when it cannot be had */
  readonly load: () => Promise<void>
}

/**
 * A part of a screen whose code is loaded when it is first drawn. Until then `waiting` stands in
 * its place. Without a network a dialog closes with a notice, and another part says so in its
 * place. The screen stays.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  /** Code that is there: it is drawn at once, without a placeholder. */
  let there: ComponentType<object> | null = null
  const loaded = async () => (there ??= memo((await awaited(load())) as ComponentType<object>)) // whose props are P below
  const begin = () => lazy(async () => ({ default: await loaded() }))
  let Part = begin()
  function Late({ waiting, ...props }: P & { readonly waiting?: ReactNode }) {
    const [attempt, again] = useReducer((count: number) => count + 1, 0)
    const [Drawn] = useState(() => there)
    if (Drawn !== null) return <Drawn {...props} />
    return (
      <PartBoundary
        key={attempt}
        again={again}
        close={closeOf(props)}
        onLost={() => {
          // The next time, the code is asked for once more.
          Part = begin()
        }}
      >
        <Awaiting waiting={waiting}>
          <Part {...props} />
        </Awaiting>
      </PartBoundary>
    )
  }
  return Object.assign(Late, { load: async () => void (await loaded()) })
}

/** Way to close a dialog; null for another part. */
const closeOf = (props: object) => (props as { readonly onClose?: () => unknown }).onClose ?? null // of a dialog

type Props = {
  readonly children: ReactNode
  readonly close: (() => unknown) | null
  readonly onLost: () => void
  readonly again: () => void
}
type State = { readonly error: unknown }

/** Errors of other kinds go on to the screen's own boundary. */
class PartBoundary extends Component<Props, State> {
  override state: State = { error: null }
  static getDerivedStateFromError = (error: unknown): State => ({ error })
  override componentDidCatch(error: unknown) {
    if (!isUnloaded(error)) return
    this.props.onLost()
    if (this.props.close === null) return
    notifyFailure(lost())
    this.props.close()
  }
  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!isUnloaded(error)) throw error
    return this.props.close === null && <ErrorState error={lost()} onRetry={this.props.again} />
  }
}
