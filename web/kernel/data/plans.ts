/** Whether users need a plan: the server writes it into its page. */
export const needsPlan = (): boolean =>
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="carnet-plans"]')?.content !==
  'none'
