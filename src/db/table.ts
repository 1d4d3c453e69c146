import type { EntityMetadata } from "typeorm";

export type EntityClass<T extends object> = abstract new () => T;

/** What is read with a row but isn't stored in it. */
interface ComputedColumn {
  property: string;
  /** an expression on the table `t` */
  sql: string;
}

interface Column {
  name: string;
  property: string;
  default: unknown;
  isJson: boolean;
}

const selectListOf = (columns: readonly (Column | ComputedColumn)[]): string =>
  columns.map((column) => `${"sql" in column ? column.sql : `t.${column.name}`} as "${column.property}"`).join(", ");

/** An entity's table, as statements need it, from TypeORM's metadata. */
export class Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** the columns of the primary key */
  readonly keys: readonly Column[];
  private readonly computed: readonly ComputedColumn[];
  /** all columns of the table, which the statement names `t`, and what is computed with them, under their property names */
  readonly selectList: string;
  private readonly names: ReadonlyMap<string, string>;

  constructor({ tableName, columns, primaryColumns }: EntityMetadata) {
    this.name = tableName;
    const stored = columns.filter(({ isVirtualProperty }) => !isVirtualProperty);
    this.columns = stored.map(({ databaseName, propertyName, default: value, type }) => ({
      name: databaseName,
      property: propertyName,
      default: value,
      isJson: type === "json" || type === "jsonb",
    }));
    this.keys = this.columns.filter(({ property }) =>
      primaryColumns.some(({ propertyName }) => propertyName === property),
    );
    this.computed = columns.flatMap(({ propertyName: property, query }) =>
      query ? [{ property, sql: query("t") }] : [],
    );
    this.selectList = selectListOf([...this.columns, ...this.computed]);
    this.names = new Map(this.columns.map(({ name, property }) => [property, name]));
  }

  /** As `selectList`, without some columns. */
  selectListWithout(...properties: string[]): string {
    return selectListOf([...this.columns.filter(({ property }) => !properties.includes(property)), ...this.computed]);
  }

  has(property: string): boolean {
    return this.names.has(property);
  }

  /** The column of a property. @throws Error if the entity has no such property */
  column(property: string): string {
    const name = this.names.get(property);
    if (!name) throw new Error(`${this.name} has no ${property}`);
    return name;
  }

  /**
   * Conditions on the table `t`, and their parameters. A null value matches an empty column; an undefined one sets no
   * condition.
   */
  conditions(where: object): { clauses: string[]; values: unknown[] } {
    const clauses: string[] = [];
    const values: unknown[] = [];
    for (const [property, value] of Object.entries(where)) {
      if (value === undefined) continue;
      const column = this.column(property);
      clauses.push(value === null ? `t.${column} is null` : `t.${column} = $${values.push(value)}`);
    }
    return { clauses, values };
  }
}

/** Turns a row, which nobody else has, into a record with the entity's methods. It stays the same object: a copy takes twice as long. */
export const hydrate = <T extends object>(entity: EntityClass<T>, row: object): T =>
  Object.setPrototypeOf(row, entity.prototype as object) as T;
