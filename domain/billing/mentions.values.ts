/** What a bill without VAT says under the franchise, in French in every language. @source CGI art. 293 E II */
export const FRANCHISE_MENTION = 'TVA non applicable, article 293 B du CGI'
