// The error types that packages declare, each with the fields of the types here.

package fault

// Every package that users call declares a DecodeError and an EncodeError where it
// documents them. They have the fields of the types of this package, so that pointers
// convert: engines make errors of the types here, and the package that was called returns
// them as its own. Whatever the package, errors.As finds an error by
// the type of any other: a program that handles one DecodeError handles all of them.

// kin is what is known of the types of one package.
type kin struct {
	// from returns what err is, if it is of the package's types; at most one is not nil.
	from func(err error) (*DecodeError, *EncodeError)
	// as sets *target to the error that is not nil, if target is for one of that type.
	as func(d *DecodeError, e *EncodeError, target any) bool
}

// packages are those that have declared types. It is written while packages are
// initialized, one after another, and only read afterwards.
var packages []kin

// Types are how pointers to the types here, and to those of a package, convert: the
// language does not let one function do it for all. D is *DecodeError and E *EncodeError
// of the package.
type Types[D, E error] struct {
	// Format is what the types of the package stand for where their Format is empty, which
	// here is BEVE; empty if it is BEVE there, too.
	Format   string
	Decode   func(*DecodeError) D
	Decoding func(D) *DecodeError
	Encode   func(*EncodeError) E
	Encoding func(E) *EncodeError
}

// Declare notes the types of a package, which calls it once, when it is initialized.
func Declare[D, E error](t Types[D, E]) {
	packages = append(packages, kin{from: t.from, as: t.as})
}

func (t Types[D, E]) from(err error) (*DecodeError, *EncodeError) {
	switch err := err.(type) {
	case D:
		return t.Decoding(err), nil
	case E:
		return nil, t.Encoding(err)
	}
	return nil, nil
}

func (t Types[D, E]) as(d *DecodeError, e *EncodeError, target any) bool {
	switch target := target.(type) {
	case *D:
		if d != nil {
			*target = t.Decode(d.to(t.Format))
		}
		return d != nil
	case *E:
		if e != nil {
			*target = t.Encode(e.to(t.Format))
		}
		return e != nil
	}
	return false
}

// Of returns e, or a copy that names the format if e names none.
func (e *DecodeError) Of(format string) *DecodeError {
	if e == nil || e.Format != "" {
		return e
	}
	named := *e
	named.Format = format
	return &named
}

// Of is that of [DecodeError].
func (e *EncodeError) Of(format string) *EncodeError {
	if e == nil || e.Format != "" {
		return e
	}
	named := *e
	named.Format = format
	return &named
}

// to returns e for types whose empty Format means format.
func (e *DecodeError) to(format string) *DecodeError {
	if format == "" {
		return e
	}
	return e.Of(unnamed)
}

func (e *EncodeError) to(format string) *EncodeError {
	if format == "" {
		return e
	}
	return e.Of(unnamed)
}

// as is the method As of every error type, here and elsewhere: target is a pointer to a
// variable of the type that errors.As looks for.
func as(d *DecodeError, e *EncodeError, target any) bool {
	switch target := target.(type) {
	case **DecodeError:
		if d != nil {
			*target = d
		}
		return d != nil
	case **EncodeError:
		if e != nil {
			*target = e
		}
		return e != nil
	}
	for _, p := range packages {
		if p.as(d, e, target) {
			return true
		}
	}
	return false
}

// As lets errors.As find e by the DecodeError of any package.
func (e *DecodeError) As(target any) bool { return as(e, nil, target) }

// As lets errors.As find e by the EncodeError of any package.
func (e *EncodeError) As(target any) bool { return as(nil, e, target) }

// Decoding returns err if it is a DecodeError, whichever package declares its type. What
// err wraps does not count.
func Decoding(err error) (*DecodeError, bool) {
	d, _ := faultOf(err)
	return d, d != nil
}

// Encoding is Decoding for an EncodeError.
func Encoding(err error) (*EncodeError, bool) {
	_, e := faultOf(err)
	return e, e != nil
}

func faultOf(err error) (*DecodeError, *EncodeError) {
	switch err := err.(type) {
	case nil:
		return nil, nil
	case *DecodeError:
		return err, nil
	case *EncodeError:
		return nil, err
	}
	for _, p := range packages {
		if d, e := p.from(err); d != nil || e != nil {
			return d, e
		}
	}
	return nil, nil
}
