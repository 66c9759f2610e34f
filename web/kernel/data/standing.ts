/** `available`, or the code of the obstacle to an act. */
export type Standing<Obstacle extends string> = 'available' | Obstacle

/** @param obstacles each its code while it stands in the way, else false; the first one counts */
export const standing = <const Obstacle extends string>(
  ...obstacles: readonly (Obstacle | false)[]
): Standing<Obstacle> => obstacles.find((one) => one !== false) ?? 'available'
