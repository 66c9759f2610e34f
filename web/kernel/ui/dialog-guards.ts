import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

/** Unsaved input of one form. */
export type UnsavedInput = {
  readonly dirty: boolean
  /** True while it is being saved: leaving is then a result of saving. */
  readonly isSaving?: () => boolean
  /** Saves; resolves true when the user may leave. */
  readonly save: () => Promise<boolean>
  /** Name of saving, as the form's own button has it. */
  readonly verb?: string | undefined
}
type Held = { readonly current: UnsavedInput }

/** The dialog around a form, or the place of forms that open one after the other. */
export type DialogAround = {
  /** Closes; asks first when input would be lost. */
  readonly close: () => void
  /** Does something that drops the input, after the same question. */
  readonly leave: (act: () => void) => void
  /** @returns ends it */
  readonly hold: (input: Held) => () => void
  /** True once the user chose to drop the input. */
  readonly isLeaving: RefObject<boolean>
}
export const DialogAroundContext = createContext<DialogAround | null>(null)

/** Does an act that drops the input around it, after the question. */
export function useLeave(): DialogAround['leave'] {
  const around = useContext(DialogAroundContext)
  return (act) => (around ? around.leave(act) : act())
}

type Leave = DialogAround['leave']
const atOnce: Leave = (act) => act()
let askPage: Leave = atOnce
/** Makes another business the active one, after the page's question. */
export const leaveBusiness: Leave = (act) => askPage(act)
/** @returns ends it */
export function askBeforeLeaving(ask: Leave): () => void {
  askPage = ask
  return () => void (askPage = atOnce)
}

/** Whether leaving now loses input. */
export const isAtRisk = ({ dirty, isSaving }: UnsavedInput): boolean => dirty && !isSaving?.()

/** Saves one form after the other. @returns true when all are saved */
export async function saveAll(inputs: readonly Held[]): Promise<boolean> {
  for (const { current } of inputs) if (!(await current.save().catch(() => false))) return false
  return true
}

/** Name of saving them together; undefined for the usual one. */
export const verbOf = (inputs: readonly Held[]) =>
  inputs.length === 1 ? inputs[0]?.current.verb : undefined

/**
 * The question before an act that drops unsaved input; `choices` while it is asked. @param drop
 * does the act
 */
export function useLeaveQuestion(lostNow: () => readonly Held[], drop: Leave = atOnce) {
  const latest = useRef({ lostNow, drop })
  latest.current = { lostNow, drop }
  const [asking, setAsking] = useState<{
    readonly act: () => void
    readonly lost: readonly Held[]
  } | null>(null)
  const leave = useCallback<Leave>((act) => {
    const lost = latest.current.lostNow()
    if (lost.length > 0) setAsking({ act, lost })
    else act()
  }, [])
  const stay = () => setAsking(null)
  const go = (act: () => void) => {
    stay()
    latest.current.drop(act)
  }
  const choices = asking && {
    verb: verbOf(asking.lost),
    onStay: stay,
    onLeave: () => go(asking.act),
    onSave: async () => ((await saveAll(asking.lost)) ? go(asking.act) : stay()),
  }
  return { leave, choices }
}

/** The question before input of a dialog is lost. */
export function useDialogGuards(onClose: () => void) {
  const close = useRef(onClose)
  close.current = onClose
  const inputs = useRef(new Set<Held>())
  const isLeaving = useRef(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const { leave, choices } = useLeaveQuestion(
    () => [...inputs.current].filter(({ current }) => isAtRisk(current)),
    (act) => {
      isLeaving.current = true
      if (isMounted.current) act()
      // An act that stays in the dialog begins with new input.
      isLeaving.current = false
    },
  )
  const around = useMemo<DialogAround>(
    () => ({
      close: () => leave(() => close.current()),
      leave,
      hold(input) {
        inputs.current.add(input)
        return () => void inputs.current.delete(input)
      },
      isLeaving,
    }),
    [leave],
  )
  return { around, choices }
}
