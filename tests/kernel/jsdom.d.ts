/** The part of jsdom that tests use to read a page; it brings no types of its own. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(text: string, options?: { readonly contentType?: string })
    readonly window: { readonly document: Document }
  }
}
