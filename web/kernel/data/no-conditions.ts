/**
 * Replaces `@ucast/mongo2js`, by which @casl/ability 7 judges conditions of a rule. Permissions
 * have none, so its 10 kB stay out of the bundle.
 */
const none = undefined
export {
  none as $all,
  none as $elemMatch,
  none as $eq,
  none as $exists,
  none as $gt,
  none as $gte,
  none as $in,
  none as $lt,
  none as $lte,
  none as $ne,
  none as $nin,
  none as $options,
  none as $regex,
  none as $size,
  none as all,
  none as and,
  none as elemMatch,
  none as eq,
  none as exists,
  none as gt,
  none as gte,
  none as lt,
  none as lte,
  none as ne,
  none as nin,
  none as regex,
  none as size,
  none as within,
}
export const createFactory = () => (): never => {
  throw new Error(
    'Permissions have no conditions here: take the alias out of vite.config.ts first.',
  )
}
