// Numbers as people type them: "1/3", "2*(3+4)", "0,5", "-12°", "pi/2", "50%". Sums, products and brackets, nothing
// else.

const NUMBER = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i;

class Reader {
    private rest: string;

    constructor(text: string) {
        this.rest = text;
    }
    private take(...signs: string[]): string | null {
        this.rest = this.rest.trimStart();
        const sign = signs.find((s) => this.rest.startsWith(s));
        if (sign === undefined) return null;
        this.rest = this.rest.slice(sign.length);
        return sign;
    }
    sum(): number {
        let value = this.product();
        for (let sign = this.take("+", "-"); sign; sign = this.take("+", "-")) {
            const right = this.product();
            value = sign === "+" ? value + right : value - right;
        }
        return value;
    }
    private product(): number {
        let value = this.factor();
        for (let sign = this.take("*", "/", "×", "÷"); sign; sign = this.take("*", "/", "×", "÷")) {
            const right = this.factor();
            value = sign === "*" || sign === "×" ? value * right : value / right;
        }
        return value;
    }
    private factor(): number {
        if (this.take("-")) return -this.factor();
        if (this.take("+")) return this.factor();
        if (this.take("(")) {
            const value = this.sum();
            return this.take(")") ? value : NaN;
        }
        if (this.take("pi", "π")) return Math.PI;
        const found = NUMBER.exec(this.rest);
        if (!found) return NaN;
        this.rest = this.rest.slice(found[0].length);
        const value = Number(found[0]);
        return this.take("%") ? value / 100 : value;
    }
    get ended(): boolean {
        return this.rest.trim() === "";
    }
}

// Returns null if the text is not a number. It may end with `unit`.
export function evaluate(text: string, unit = ""): number | null {
    let plain = text.trim().replaceAll("−", "-").replaceAll(",", ".");
    if (unit && plain.endsWith(unit)) plain = plain.slice(0, -unit.length);
    if (!plain) return null;
    const reader = new Reader(plain.toLowerCase());
    const value = reader.sum();
    return Number.isFinite(value) && reader.ended ? value : null;
}
