import { MissingScreen } from '#web/kernel/shell/missing-screen.tsx'

/** An address that names no entity is a page that is not found. */
export const UnknownEntity = () => <MissingScreen />
